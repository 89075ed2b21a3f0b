import type { Email } from "postal-mime";
import { handedOver, readMailBlock } from "../../src/schema/invitation.ts";
import { toCount } from "../../src/schema/text.ts";
import { UsageError } from "../usage-error.ts";
import { toPlainText } from "./schema-org.ts";
import type { Row, Table } from "./tables.ts";

/** More than a business gets in years. */
const maxMails = 20_000;
/** A mail with photos may have so many bytes; the texts of larger ones are not looked for. */
const maxBytes = 40 * 1024 * 1024;
/** What nests deeper, or has more of a heading, is no mail that a person has written. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 };

/** Whether a file is named as mail programs name theirs. */
export const isMailName = (name: string): boolean => /(?:^|\/)mbox$|\.(?:eml|mbox|mbx)$/i.test(name);

/** The mails of a file, each as its bytes: an mbox holds many, one after the other. */
function splitMails(bytes: Buffer): Buffer[] {
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

/** What the mails of a file say, each a row; nothing when none of them holds a review. */
export async function readMails(bytes: Buffer): Promise<Table | undefined> {
  const rows: Row[] = [];
  for (const [index, mail] of splitMails(bytes).entries()) {
    const row = mail.length > maxBytes ? undefined : await readMail(mail, `mail ${index + 1}`);
    if (row) rows.push(row);
  }
  return rows.length === 0 ? undefined : { kind: "mail", headers: [...handedOver, "date"], rows };
}

async function readMail(mail: Buffer, at: string): Promise<Row | undefined> {
  // Only an import of mails needs it.
  const { default: PostalMime } = await import("postal-mime");
  let email: Email;
  try {
    email = await PostalMime.parse(mail, limits);
  } catch {
    // What is no mail holds no review.
    return undefined;
  }
  const html = toPlainText(email.html ?? "").replaceAll("\u00A0", " ");
  const block = [email.text ?? "", html].map(readMailBlock).find((found) => found !== "none");
  if (block === undefined) return undefined;
  if (block === "cut off") return { at, values: [], issue: "is cut off: ask the customer to send it again" };
  const pictures = email.attachments.filter(({ mimeType }) => mimeType.startsWith("image/")).length;
  return {
    at,
    values: [...handedOver.map((key) => block[key] ?? ""), email.date ?? ""],
    ...(pictures > 0 && { note: `came with ${toCount(pictures, "picture")}, which you can add by hand` }),
  };
}
