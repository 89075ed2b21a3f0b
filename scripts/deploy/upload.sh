#!/usr/bin/env bash
# Brings a build to where it is served from, so that no visitor ever meets half of it: hashed files first, then a look
# whether they arrived, then all other files with the manifest last, then a look at the whole, then the announcement.
#
#   BASE_URL=https://reviews.example.com TARGET=/srv/reviews/site scripts/deploy/upload.sh
#   BASE_URL=https://reviews.example.com TARGET=web@host:/srv/reviews/site scripts/deploy/upload.sh
#
# BASE_URL     the public address
# TARGET       the folder that is served, here or on another machine (rsync)
# DIST         the build (default: dist); made now when it is not there
# SIDECAR_URL  for static hosts: where the sidecar answers; writes _redirects
# CONNECT      host:port to look at instead of BASE_URL's own, before DNS points there
# ANNOUNCE     0 to tell no subscriber
#
# Exit codes: 0 live and right; 1 nothing visible has changed; 2 live, but something is wrong (see what doctor says).
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH="$PWD/node_modules/.bin:$PATH"
: "${BASE_URL:?is the public address, such as https://reviews.example.com}"
: "${TARGET:?is the folder that is served, such as /srv/reviews/site or web@host:/srv/reviews/site}"
dist=${DIST:-dist}
step() { printf '\n== %s\n' "$1"; }

# Names on stdin, relative to the build.
upload() {
  if [[ $TARGET == *:* ]]; then
    rsync --archive --files-from=- "$dist/" "$TARGET/"
    return
  fi
  local name draft
  while IFS= read -r name; do
    cmp --silent "$dist/$name" "$TARGET/$name" && continue
    mkdir -p "$(dirname "$TARGET/$name")"
    draft="$(dirname "$TARGET/$name")/.tmp-$$-$(basename "$name")"
    cp -p "$dist/$name" "$draft"
    mv -f "$draft" "$TARGET/$name"
  done
}

# What is served and no longer part of the build; names on stdout.
leftovers() {
  local here=$TARGET
  [[ $TARGET == *:* ]] && return
  (cd "$here" && find . -type f ! -name '.tmp-*' -printf '%P\n') | while IFS= read -r name; do
    [[ -e $dist/$name || $name == _redirects ]] || printf '%s\n' "$name"
  done
}

files() { (cd "$dist" && find . -type f ! -name '.tmp-*' "$@" -printf '%P\n' | LC_ALL=C sort); }

if [[ ! -e $dist/manifest.json ]]; then
  step "Build"
  node scripts/build.ts --public --out "$dist"
fi
if [[ -n ${SIDECAR_URL:-} ]]; then
  sed -e '/^#/d' -e "s|SIDECAR_URL|${SIDECAR_URL%/}|" scripts/deploy/static-host/_redirects >"$dist/_redirects"
fi
[[ $TARGET == *:* ]] || mkdir -p "$TARGET"

step "Upload hashed files"
files \( -path './data/*' -o -path './_astro/*' \) | upload

step "Verify them"
if ! node scripts/deploy/verify-hashed.ts "$dist" "$BASE_URL" ${CONNECT:+"$CONNECT"}; then
  echo "Nothing visible has changed: the site is as it was." >&2
  exit 1
fi

step "Switch"
files ! -path './data/*' ! -path './_astro/*' ! -path './manifest.json' | upload
echo manifest.json | upload
if [[ $TARGET == *:* ]]; then
  rsync --archive --delete-after "$dist/" "$TARGET/"
else
  leftovers | while IFS= read -r name; do rm -f "$TARGET/$name"; done
fi
if [[ -e $dist/purge.txt ]]; then
  echo "Purge these addresses from your CDN; they showed reviews that are withdrawn:"
  sed 's/^/  /' "$dist/purge.txt"
fi

step "Verify the whole"
node scripts/deploy/verify-hashed.ts --wait "$dist" "$BASE_URL" ${CONNECT:+"$CONNECT"} || exit 2
node scripts/doctor.ts "$BASE_URL" ${CONNECT:+--connect "$CONNECT"} || exit 2

if [[ ${ANNOUNCE:-1} != 0 ]]; then
  step "Announce"
  DIST=$dist node scripts/announce.ts || exit 2
fi
