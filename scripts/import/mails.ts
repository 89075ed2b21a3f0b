import type { Email } from "postal-mime";
import { toCount } from "../../src/schema/text.ts";
import { UsageError } from "../usage-error.ts";
import { toPlainText } from "./schema-org.ts";
import type { Table } from "./tables.ts";

/** More than a business gets in years. */
const maxMails = 20_000;
/** A mail with photos may have so many bytes; the texts of larger ones are not looked for. */
const maxBytes = 40 * 1024 * 1024;
/** What nests deeper, or has more of a heading, is no mail that a person has written. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 };

/** The fields of the block that /write/ puts into an e-mail. */
export const mailFields = ["rating", "name", "title", "invitation"] as const;

/** Whether a file is named as mail programs name theirs. */
export const isMailName = (name: string): boolean => /(?:^|\/)mbox$|\.(?:eml|mbox|mbx)$/i.test(name);

/** The mails of a file, each as its bytes: an mbox holds many, one after the other. */
export function splitMails(bytes: Buffer): Buffer[] {
  const text = bytes.toString("latin1");
  if (!text.startsWith("From ")) return [bytes];
  const mails = text.split(/(?:^|\r?\n\r?\n)From [^\r\n]*\r?\n/).slice(1);
  if (mails.length > maxMails) {
    throw new UsageError(
      `holds ${mails.length} mails, more than ${maxMails}: put those with reviews into a folder of their own, and export that`,
    );
  }
  return mails.map((mail) => Buffer.from(mail.replace(/^>(>*From )/gm, "$1"), "latin1"));
}

const begin = /^===+ *review 1 *===+$/i;
const last = /^===+ *end *===+$/i;

/** The fields of the block in a text; nothing when it holds none. Replies quote it, and programs may indent it. */
export function findBlock(text: string): Record<string, string> | undefined {
  const lines = text
    .replaceAll("\u00A0", " ")
    .split(/\r?\n/)
    .map((line) => line.replace(/^(?:[ \t]*>)+ ?/, "").trimEnd());
  const from = lines.findIndex((line) => begin.test(line.trim()));
  if (from < 0) return undefined;
  const to = lines.findIndex((line, at) => at > from && last.test(line.trim()));
  const fields: Record<string, string> = { text: "" };
  const block = to < 0 ? [] : lines.slice(from + 1, to);
  for (const [at, line] of block.entries()) {
    const [, key = "", value = ""] = /^\s*([a-z]+):\s*(.*)$/.exec(line) ?? [];
    if (key === "text") {
      fields["text"] = [value, ...block.slice(at + 1)].join("\n").trim();
      break;
    }
    if (mailFields.some((field) => field === key)) fields[key] ??= value.trim();
  }
  return fields;
}

/** What the mails of a file say, each a row; nothing when none of them holds a review. */
export async function readMails(bytes: Buffer): Promise<Table | undefined> {
  const headers = [...mailFields, "text", "date"];
  const rows: Table["rows"] = [];
  const mails = splitMails(bytes);
  for (const [index, mail] of mails.entries()) {
    const found = mail.length > maxBytes ? undefined : await readMail(mail);
    if (found === undefined) continue;
    const { fields, pictures } = found;
    rows.push({
      at: `mail ${index + 1}`,
      values: headers.map((header) => fields[header] ?? ""),
      ...(fields["invitation"] === undefined &&
        fields["rating"] === undefined && { issue: "is cut off: ask for it again" }),
      ...(pictures > 0 && { note: `came with ${toCount(pictures, "picture")}, which you can add by hand` }),
    });
  }
  return rows.length === 0 ? undefined : { kind: "mail", headers, rows };
}

async function readMail(
  mail: Buffer,
): Promise<{ fields: Record<string, string>; pictures: number } | undefined> {
  // Only an import of mails needs it.
  const { default: PostalMime } = await import("postal-mime");
  let email: Email;
  try {
    email = await PostalMime.parse(mail, limits);
  } catch {
    // What is no mail holds no review.
    return undefined;
  }
  const block = [email.text, email.html && toPlainText(email.html)]
    .map((text) => (text ? findBlock(text) : undefined))
    .find((found) => found !== undefined);
  if (block === undefined) return undefined;
  const pictures = email.attachments.filter(({ mimeType }) => mimeType.startsWith("image/")).length;
  return { fields: { ...block, date: email.date ?? "" }, pictures };
}
