// Shared by /write/ and npm run import: the form of an invitation, and the block in an e-mail that holds a review.

/** 1.mark.job.day.until.service.signature, as npm run invite signs it; a hyphen where there is no service. */
const token =
  /^1\.(?<mark>[a-z2-7]{8})\.(?<job>[a-z2-7]{16})\.(?<day>\d{8})\.(?<until>\d{8})\.(?<service>[a-z0-9-]{1,64})\.(?<signature>[a-z2-7]{26})$/;

/** The parts of an invitation, which anybody can read; whether it is ours only its signature says. */
export type InvitationParts = Record<"mark" | "job" | "day" | "until" | "service" | "signature", string>;

/** Nothing when it is none. Somebody may have copied the whole link. */
export const parseInvitation = (given: string) =>
  token.exec(
    given
      .slice(0, 2000)
      .replace(/^[^#]*#/, "")
      .trim(),
  )?.groups as InvitationParts | undefined;

/** Whether a text holds a link that looks like an invitation. */
export const holdsInvitation = (text: string): boolean =>
  /\/write\/#1\.[a-z2-7]{8}\.[a-z2-7]{16}\./.test(text);

/** "20260504" as "2026-05-04". */
export const toIsoDay = (digits: string): string => digits.replace(/(....)(..)/, "$1-$2-");

/** The fields of a review that a customer hands over, as forms and mails name them. */
export const handedOver = ["rating", "title", "name", "invitation", "text"] as const;
export type HandedOver = Partial<Record<(typeof handedOver)[number], string>>;

const begin = "=== review 1 ===";
const end = "=== end ===";
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** The review as lines that people can read and a program can, too. */
export const toMailBlock = ({ text = "", ...fields }: HandedOver): string =>
  [
    begin,
    ...handedOver.flatMap((key) => (key === "text" ? [] : [`${key}: ${oneLine(fields[key] ?? "")}`])),
    "text:",
    // No line of the customer's can be taken for one of ours.
    ...text.split(/\r?\n/).map((line) => line.trimEnd().replace(/^\\*===/, "\\$&")),
    end,
  ].join("\n");

/**
 * The review in the text of a mail: "none" when there is no block, "cut off" when it has no end. Mails that quote it are
 * read like the mail itself.
 */
export function readMailBlock(mail: string): HandedOver | "none" | "cut off" {
  const lines = mail.split(/\r?\n/).map((line) => line.trimEnd());
  const from = lines.findIndex(
    (line) => line.endsWith(begin) && /^[\s>]*$/.test(line.slice(0, -begin.length)),
  );
  if (from < 0) return "none";
  const levels = lines[from]?.split(">").length ?? 1;
  const quote = new RegExp(`^(?:[ \\t]*>){0,${levels - 1}}${levels > 1 ? " ?" : ""}`);
  const block = lines.slice(from + 1).map((line) => line.replace(quote, ""));
  const to = block.indexOf(end);
  if (to < 0) return "cut off";
  const found: HandedOver = {};
  for (const [at, line] of block.slice(0, to).entries()) {
    const [, name, value = ""] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    const key = handedOver.find((one) => one === name);
    if (key === "text") {
      const words = [value, ...block.slice(at + 1, to)].map((one) => one.replace(/^\\(?=\\*===)/, ""));
      return { ...found, text: words.join("\n").trim() };
    }
    if (key !== undefined) found[key] ??= value.trim();
  }
  return found;
}
