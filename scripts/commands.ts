interface Command {
  /** Runs it, with what stands behind the name in process.argv. */
  file: string;
  does: string;
}

/** The owner's commands, listed once: for npx open-reviews, the scripts of an owner's package.json and docs/reference.md. */
export const commands = {
  init: { file: "./init.ts", does: "begins your own repository from your name, trade and address" },
  start: { file: "./start.ts", does: "builds what has changed, then serves everything on one port" },
  dev: { file: "./dev.ts", does: "shows pages as you write them, with the sidecar behind" },
  edit: { file: "./edit.ts", does: "opens the editor of content on the files of this machine" },
  import: {
    file: "./import.ts",
    does: "reads an export of Google, Podium and others; shows a diff, and writes with `--write`",
  },
  invite: { file: "./invite.ts", does: "makes links with which customers can write a review; sends nothing" },
  queue: { file: "./queue.ts", does: "asks which reviews are about which jobs, where names only may match" },
  check: { file: "./check-content.ts", does: "checks content without a build" },
  build: { file: "./build.ts", does: "builds `dist/`: same content, same bytes" },
  serve: {
    file: "../server/main.mjs",
    does: "the sidecar alone, on a build or on a deploy's address (`DIST`)",
  },
  upload: {
    file: "./upload.ts",
    does: "puts a build where it is served and switches to it at once; `--rollback` goes back",
  },
  announce: {
    file: "./announce.ts",
    does: "after a deploy: waits until it shows the new build, then pings the hub",
  },
  doctor: {
    file: "./doctor.ts",
    does: "audits a live deploy from outside, and says how to fix what is wrong",
  },
  redact: { file: "./redact.ts", does: "withdraws a review: text and name go, a tombstone stays" },
  report: {
    file: "./report.ts",
    does: "new reviews, complaints without a reply, what moved beyond chance; to mail",
  },
  insights: { file: "./insights.ts", does: "shows what was read in a review, and why (`--explain ID`)" },
  verdicts: { file: "./verdicts.ts", does: "lets people or a language model judge your reviews" },
  log: { file: "./log.ts", does: "makes the key of a signed history that nobody can rewrite" },
  verify: { file: "./verify.ts", does: "checks the signed history of any deploy" },
  witness: { file: "./witness.ts", does: "signs the history of others, or has yours signed" },
  hub: { file: "./hub.ts", does: "lists the hub's subscriptions" },
} satisfies Record<string, Command>;

export const toUsage = (): string =>
  [
    "Usage: npx open-reviews COMMAND [options]",
    "",
    "The verified customer reviews of one local business: a site, data, feeds and an API.",
    "",
    ...Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(10)} ${does.replaceAll("`", "")}`),
    "",
    "Each has --help. Begin with: npx open-reviews init my-reviews",
  ].join("\n");
