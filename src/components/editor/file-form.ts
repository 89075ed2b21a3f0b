import { parse, parseDocument } from "yaml";
import { type EditedFile, type EditorField, listField, sourceField } from "../../publish/editor.ts";
import { isRecord } from "../../schema/json.ts";

// Between the text of a file and what the editor shows of it. What is saved changes the fields that were changed, and
// leaves every other byte: comments, the order and the form of other entries, fields that the editor does not offer.

type Values = Record<string, unknown>;

export interface FileForm {
  file: EditedFile;
  fields: readonly EditorField[];
}

const yamlOptions = { prettyErrors: false, logLevel: "error" } as const;
const lineWidth = 100;
const photoPrefix = "/photos/";

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : isRecord(value)
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, sorted(value[key])]),
        )
      : value;

const shownFields = (fields: readonly EditorField[]) => fields.filter(({ name }) => name !== sourceField);

/** The value of a field as the editor has it, for that of the file. */
function toShown(value: unknown, field: EditorField): unknown {
  if (field.widget === "image" && typeof value === "string") return photoPrefix + value;
  if (field.widget === "object" && isRecord(value)) return toShownFields(value, field.fields ?? []);
  if (field.widget === "list" && Array.isArray(value)) {
    const { fields, types } = field;
    return value.map((one: unknown) => {
      if (!isRecord(one)) return one;
      const type = types?.find(({ name }) => name in one);
      return type
        ? { type: type.name, ...toShownFields(one, type.fields ?? []) }
        : toShownFields(one, fields ?? []);
    });
  }
  return value;
}

const toShownFields = (values: Values, fields: readonly EditorField[]): Values =>
  Object.fromEntries(
    fields.flatMap((field) =>
      field.name in values ? [[field.name, toShown(values[field.name], field)]] : [],
    ),
  );

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.values(value).every(isEmpty));

/** The value of a field as the file has it, for that of the editor; undefined when it was left empty. */
function toWritten(value: unknown, field: EditorField): unknown {
  if (field.widget === "image" && typeof value === "string") return value.replace(photoPrefix, "");
  if (field.widget === "object" && isRecord(value))
    return orNothing(toWrittenFields(value, field.fields ?? []));
  if (field.widget === "list" && Array.isArray(value)) {
    const written = value.flatMap((one: unknown) => {
      if (!isRecord(one)) return isEmpty(one) ? [] : [one];
      const type = field.types?.find(({ name }) => name === one["type"]);
      const fields = toWrittenFields(one, (type ?? field).fields ?? []);
      return isEmpty(fields) ? [] : [fields];
    });
    return orNothing(written);
  }
  return isEmpty(value) ? undefined : value;
}

const orNothing = <T>(value: T): T | undefined => (isEmpty(value) ? undefined : value);

const toWrittenFields = (values: Values, fields: readonly EditorField[]): Values =>
  Object.fromEntries(
    shownFields(fields).flatMap((field) => {
      const value = toWritten(values[field.name], field);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );

/** The front matter of Markdown, as it stands there, and the text below it. */
function splitMarkdown(text: string): { yaml: string; body: string } {
  const [whole, yaml = ""] = /^---[ \t]*\n(.*?)^---[ \t]*(?:\n|$)/ms.exec(text) ?? [];
  return whole === undefined ? { yaml: "", body: text } : { yaml, body: text.slice(whole.length).trim() };
}

/** A file's values as the editor shows them. */
export function readForm({ file, fields }: FileForm, given: string): Values {
  const text = given.replace(/\r\n?/g, "\n");
  const source = { [sourceField]: text };
  const { yaml, body } = file.form === "markdown" ? splitMarkdown(text) : { yaml: text, body: "" };
  const value: unknown = parse(yaml, yamlOptions);
  const map = (one: unknown) => (isRecord(one) ? one : {});
  if (file.form === "list") {
    const [list] = fields;
    return { [listField]: list && toShown(Array.isArray(value) ? value : [], list), ...source };
  }
  const values = file.form === "entry" ? map(Array.isArray(value) ? value[0] : value) : map(value);
  return { ...toShownFields(file.form === "markdown" ? { ...values, body } : values, fields), ...source };
}

/** The file's text with what the editor says; throws, in words for the owner, when the loader would not take it. */
export function writeForm({ file, fields }: FileForm, values: Values): string {
  const text = typeof values[sourceField] === "string" ? values[sourceField] : "";
  if (file.form === "list") {
    const [list] = fields;
    const given = values[listField];
    const entries = (Array.isArray(given) ? given : [])
      .filter(isRecord)
      .map((one) => toWrittenFields(one, list?.fields ?? []));
    return writeList(file, text, entries, list?.fields ?? []);
  }
  const written = toWrittenFields(values, fields);
  if (file.form === "entry") return writeList(file, text, [written], fields);
  if (file.form === "map") return writeMap(text, merge(file, parseMap(text), written, fields), fields);
  const { yaml } = splitMarkdown(text);
  const { body, ...front } = merge(file, { ...parseMap(yaml) }, written, fields);
  return `---\n${writeMap(yaml, front, fields)}---\n\n${typeof body === "string" ? body.trim() : ""}\n`;
}

const parseMap = (yaml: string): Values => {
  const value: unknown = parse(yaml, yamlOptions);
  return isRecord(value) ? value : {};
};

/** An entry with what the editor says of it; what the editor does not offer stays. */
function merge(file: EditedFile, before: Values, written: Values, fields: readonly EditorField[]): Values {
  const offered = new Set(fields.map(({ name }) => name));
  const kept = Object.entries(before).filter(([name]) => !offered.has(name) || name in written);
  const merged = { ...Object.fromEntries(kept), ...written };
  const { error } = file.schema.safeParse(merged);
  if (error)
    throw new Error(
      error.issues
        .map(({ path, message, code }) => {
          const place = path.map((step) => (typeof step === "number" ? step + 1 : String(step))).join(", ");
          const said =
            code === "invalid_type" && !message.startsWith("must")
              ? "is missing, or of another kind"
              : message;
          return `${place}: ${said}`;
        })
        .join("; "),
    );
  return merged;
}

/** Parts of YAML that begin at the margin, with the comments and blank lines before them. */
function splitAtMargin(text: string, start: RegExp): { lead: string; body: string }[] {
  const parts: { lead: string; body: string }[] = [];
  let lead = "";
  for (const line of text.split(/(?<=\n)/)) {
    const last = parts.at(-1);
    if (start.test(line)) {
      parts.push({ lead, body: line });
      lead = "";
    } else if (/^(?:#.*|---|[ \t]*)\r?\n?$/.test(line)) lead += line;
    else if (last === undefined) lead += line;
    else {
      last.body += lead + line;
      lead = "";
    }
  }
  if (lead !== "") parts.push({ lead, body: "" });
  return parts;
}

/** The new text, in which lines that differ only by spaces in brackets stay as they were. */
function keepLines(text: string, before: string): string {
  const toKey = (line: string) => line.replace(/(?<=[[{]) +| +(?=[\]}])/g, "");
  const known = new Map(before.split("\n").map((line) => [toKey(line), line]));
  return text
    .split("\n")
    .map((line) => known.get(toKey(line)) ?? line)
    .join("\n");
}

const withNewline = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

/** YAML of a value that stands at the margin. Long words are folded, as people write them. */
function toYaml(value: unknown): string {
  const document = parseDocument("");
  document.contents = document.createNode(value) as never;
  return document.toString({ lineWidth });
}

/** A map of fields in which those that changed are written anew. */
function writeMap(text: string, next: Values, fields: readonly EditorField[]): string {
  const before = parseMap(text);
  const parts = splitAtMargin(text, /^[^\s#&*!|>'"%@`[\]{},?-][^:]*:(?:\s|$)/);
  const keyOf = (body: string) => Object.keys(parseMap(body))[0];
  const isPlain = parts.every(({ body }) => body === "" || Object.keys(parseMap(body)).length === 1);
  if (!isPlain) return assertSame(changeDocument(text, next), next);
  const written = parts.map(({ lead, body }) => {
    const key = body === "" ? undefined : keyOf(body);
    if (key === undefined || (key in next && isSame(before[key], next[key]))) return lead + withNewline(body);
    return lead + (key in next ? withNewline(changeDocument(body, { [key]: next[key] })) : "");
  });
  const order = fields.map(({ name }) => name);
  const added = Object.keys(next)
    .filter((key) => !(key in before))
    .sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const last = parts.at(-1);
  const tail = last?.body === "" && parts.length > 1 ? written.pop() : "";
  const whole = [...written, ...added.map((key) => toYaml({ [key]: next[key] })), tail].join("");
  return assertSame(whole, next);
}

/** A map's text with other values; comments in it stay where their fields do. */
function changeDocument(text: string, next: Values): string {
  const document = parseDocument(text, yamlOptions);
  change(document, [], parse(text, yamlOptions), next);
  return keepLines(document.toString({ lineWidth }), text);
}

interface Changeable {
  setIn: (path: readonly unknown[], value: unknown) => void;
  deleteIn: (path: readonly unknown[]) => void;
  createNode: (value: unknown) => unknown;
}

/** Changes a document where the values differ, as deep inside as they do. */
function change(document: Changeable, path: readonly unknown[], before: unknown, next: unknown): void {
  if (isSame(before, next)) return;
  if (isRecord(before) && isRecord(next)) {
    for (const key of Object.keys(before)) if (!(key in next)) document.deleteIn([...path, key]);
    for (const [key, value] of Object.entries(next)) change(document, [...path, key], before[key], value);
  } else if (Array.isArray(before) && Array.isArray(next) && before.length === next.length) {
    for (const [index, value] of next.entries()) change(document, [...path, index], before[index], value);
  } else document.setIn(path, document.createNode(next));
}

/** A list in which entries that changed are written anew. */
function writeList(
  file: EditedFile,
  text: string,
  entries: readonly Values[],
  fields: readonly EditorField[],
): string {
  const parsed: unknown = text === "" ? [] : parse(text, yamlOptions);
  const before = (Array.isArray(parsed) ? parsed : []).filter(isRecord);
  const ids = entries.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw new Error(`id: ${JSON.stringify(twice)} stands there twice; an id names one entry only`);
  // A single entry is the one that was there, whatever its id is now.
  const find = (id: unknown) => (file.form === "entry" ? before[0] : before.find((one) => one["id"] === id));
  const next = entries.map((entry) => merge(file, find(entry["id"]) ?? {}, entry, fields));
  if (isSame(before, next)) return withNewline(text);
  // An empty list stands there as [] below the comments.
  const parts = splitAtMargin(before.length === 0 ? text.replace(/^\[\s*\][ \t]*\n?/m, "") : text, /^-\s/);
  const known = new Map<Values, { lead: string; body: string }>();
  for (const part of parts) {
    const value: unknown = part.body === "" ? undefined : parse(part.body, yamlOptions);
    const [one, ...others]: unknown[] = Array.isArray(value) ? value : [];
    const own = before.find((entry) => isSame(entry, one));
    if (own && others.length === 0) known.set(own, part);
  }
  if (known.size < before.length && text.includes("#")) throw new Error(unusual);
  const last = parts.at(-1);
  const rest = known.size === before.length && last?.body === "" ? last.lead : "";
  const gap = parts.some(({ lead }, index) => index > 0 && lead.startsWith("\n")) ? "\n" : "";
  const written = next.map((entry, index) => {
    const old = find(ids[index]);
    const part = old && known.get(old);
    if (!part) return (index > 0 ? gap : "") + toYaml([entry]);
    if (isSame(old, entry)) return part.lead + withNewline(part.body);
    const document = parseDocument(part.body, yamlOptions);
    change(document, [0], old, entry);
    return part.lead + withNewline(keepLines(document.toString({ lineWidth }), part.body));
  });
  if (next.length === 0) written.push("[]\n");
  const whole = before.length === 0 ? [rest, ...written] : [...written, rest];
  return assertSame(whole.join("").replace(/^\n+/, ""), next);
}

const unusual = "The file is in a form that the editor cannot keep: change it by hand";

/** The written file must read back as intended; a file in an unforeseen form is left alone. */
function assertSame(text: string, meant: unknown): string {
  if (!isSame(parse(text, yamlOptions) ?? {}, meant)) throw new Error(unusual);
  return text;
}
