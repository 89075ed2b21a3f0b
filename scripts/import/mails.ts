import type { Email } from "postal-mime";
import { handedOver, holdsInvitation, readMailBlock } from "../../src/schema/invitation.ts";
import { toCount } from "../../src/schema/text.ts";
import { UsageError } from "../../src/schema/errors.ts";
import { toPlainText } from "./schema-org.ts";
import type { Row, Table } from "./tables.ts";

/** More than a business gets in years. */
const maxMails = 20_000;
/** A mail is read so far; its text stands before its photos. */
const maxBytes = 40 * 1024 * 1024;
/** No mail written by a person nests deeper or has longer headers; each mail in a mail is read anew. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 2 };

/** The part of a mail that is read. Lines cost as much as bytes, and photos are lines of 76 characters. */
function toReadable(mail: Buffer): Buffer {
  const bytes = mail.subarray(0, maxBytes);
  let lines = 0;
  for (let at = bytes.indexOf("\n"); at >= 0; at = bytes.indexOf("\n", at + 1)) {
    lines += 1;
    if (lines > 10_000 + at / 50) return bytes.subarray(0, at);
  }
  return bytes;
}

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

/** The mails of a file, a row each; nothing when none of them holds a review or an invitation. */
export async function readMails(bytes: Buffer): Promise<Table | undefined> {
  const rows: Row[] = [];
  const formless: string[] = [];
  for (const [index, mail] of splitMails(bytes).entries()) {
    const at = `mail ${index + 1}`;
    const row = await readMail(toReadable(mail), at);
    if (row === "no form") formless.push(at);
    else if (row !== undefined) rows.push(row);
  }
  if (rows.length + formless.length === 0) return undefined;
  const note = `${toCount(formless.length, "mail holds", "mails hold")} the link of an invitation and no review in the form of /write/ (${formless.slice(0, 5).join(", ")}${formless.length > 5 ? " …" : ""}): one that you sent, or a customer's answer in words of their own`;
  return {
    kind: "mail",
    headers: [...handedOver, "date"],
    rows,
    ...(formless.length > 0 && { note }),
  };
}

async function readMail(mail: Buffer, at: string): Promise<Row | "no form" | undefined> {
  // Only an import of mails needs it.
  const { default: PostalMime } = await import("postal-mime");
  let email: Email;
  try {
    email = await PostalMime.parse(mail, limits);
  } catch {
    // Anything else holds no review.
    return undefined;
  }
  const html = toPlainText(email.html ?? "").replaceAll("\u00A0", " ");
  const texts = [email.text ?? "", html];
  const block = texts.map(readMailBlock).find((found) => found !== "none");
  if (block === undefined) return texts.some(holdsInvitation) ? "no form" : undefined;
  if (block === "cut off") return { at, values: [], issue: "is cut off: ask the customer to send it again" };
  // Pictures that the mail's own text shows are banners and signatures.
  const pictures = email.attachments.filter((one) => one.mimeType.startsWith("image/") && !one.related);
  return {
    at,
    values: [...handedOver.map((key) => block[key] ?? ""), findDay(email)],
    sender: email.from?.address,
    pictures: pictures.map(({ content }) => Buffer.from(content as ArrayBuffer)),
  };
}

/**
 * When the owner's own mail server took it, which wrote the first Received line: Date is whatever the sender likes. A mail
 * that came from no server, such as one saved by the program that wrote it, has Date alone.
 */
function findDay({ headers, date = "" }: Email): string {
  const received =
    headers
      .find(({ key }) => key === "received")
      ?.value.split(";")
      .at(-1) ?? "";
  const instant = new Date(received);
  return Number.isNaN(instant.getTime()) ? date : instant.toISOString();
}
