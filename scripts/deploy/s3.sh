#!/usr/bin/env bash
# Brings a build to an object store with rclone, so that no reader is left without a file: hashed files first, then pages
# and documents, then the manifest; what is no longer part of the build goes last.
#   scripts/deploy/s3.sh dist remote:bucket
# Every file gets the Content-Type and the Cache-Control of _headers. Exit codes: 0 done, else that of rclone or Node.
set -euo pipefail
if [ $# -ne 2 ] || [ "$1" = --help ]; then
  echo "Usage: scripts/deploy/s3.sh <build> <remote:bucket>" >&2
  exit 2
fi
dist=$(realpath "$1")
target=$2
cd "$(dirname "$0")/../.."
export PATH="$PWD/node_modules/.bin:$PATH"
lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT

# Files by turn and headers, a list for each: "<turn>-<number>.files" and beside it "….headers".
node scripts/deploy/list-uploads.ts "$dist" "$lists"
for files in "$lists"/*.files; do
  mapfile -t headers <"${files%.files}.headers"
  arguments=()
  for header in "${headers[@]}"; do arguments+=(--header-upload "$header"); done
  rclone copy "$dist" "$target" --files-from-raw "$files" --checksum "${arguments[@]}"
done
cat "$lists"/*.files >"$lists/all"
rclone delete "$target" --exclude-from <(sed 's|[][{}*?\\]|\\&|g; s|^|/|' "$lists/all")
