import { probablyMeant } from "../../src/schema/nearest.ts";
import { UsageError } from "../usage-error.ts";
import { parseCsv, type CsvRow } from "./csv.ts";
import {
  collect,
  type DayOrder,
  type Draft,
  guessDayOrder,
  notBefore,
  parseDay,
  parseRating,
  type Parsed,
  RowError,
  shortenName,
  unnamedNote,
  unnamedSource,
  unwrapTranslation,
} from "./draft.ts";

/** What a column of a table can be, and the headers under which platforms know it, plainest first. */
const fields = {
  rating: ["rating", "starrating", "stars", "star", "reviewrating", "overallrating", "score"],
  text: [
    "reviewtext",
    "reviewbody",
    "reviewcontent",
    "body",
    "comment",
    "comments",
    "reviewcomment",
    "reviewcomments",
    "review",
    "text",
    "content",
    "message",
    "feedback",
    "description",
  ],
  title: ["title", "reviewtitle", "headline", "subject"],
  date: [
    "reviewdate",
    "date",
    "datereviewed",
    "reviewedon",
    "reviewedat",
    "createdat",
    "created",
    "createtime",
    "datecreated",
    "publishedat",
    "publishdate",
    "datepublished",
    "submittedat",
    "submitted",
    "posted",
    "postedon",
    "time",
    "timestamp",
  ],
  author: [
    "reviewername",
    "reviewer",
    "author",
    "authorname",
    "customername",
    "customer",
    "displayname",
    "name",
    "fullname",
    "firstname",
    "clientname",
    "client",
  ],
  last_name: ["lastname", "surname"],
  email: ["email", "revieweremail", "customeremail", "authoremail", "emailaddress"],
  id: ["reviewid", "id", "sitereviewid", "externalid", "uid", "uuid", "reviewuid"],
  url: ["reviewurl", "url", "reviewlink", "link", "permalink"],
  updated: ["updatedat", "updated", "updatetime", "dateupdated", "lastmodified", "editedat"],
  reply: [
    "reply",
    "response",
    "ownerresponse",
    "ownerreply",
    "businessresponse",
    "businessreply",
    "proresponse",
    "proreply",
    "responsetext",
    "replytext",
    "responsebody",
  ],
  reply_date: [
    "replydate",
    "responsedate",
    "repliedat",
    "respondedat",
    "replyat",
    "replytime",
    "responsetime",
    "dateofresponse",
  ],
  source: ["reviewsite", "sitename", "site", "platform", "source", "reviewsource", "network"],
  item: ["producthandle", "productid"],
} as const;
type Field = keyof typeof fields;
const fieldNames = Object.keys(fields) as Field[];

interface Platform {
  name: string;
  recognise: (headers: readonly string[], text: string) => boolean;
  /** Where a header means something else than elsewhere. */
  columns?: Partial<Record<string, Field | "ignore">>;
  /** Platforms of one country write days in its way. */
  dates?: DayOrder;
  /** Its rows name the platforms that the reviews come from. */
  isCollector?: boolean;
}

const has = (headers: readonly string[], ...wanted: string[]) =>
  wanted.every((header) => headers.includes(header));

const platforms: Platform[] = [
  {
    name: "Judge.me",
    recognise: (headers) =>
      has(headers, "reviewername", "reviewdate", "body", "rating") &&
      (has(headers, "curated") || has(headers, "producthandle")),
    columns: { source: "ignore" },
  },
  {
    name: "Shopify",
    recognise: (headers) => has(headers, "producthandle", "author", "body", "rating", "createdat"),
  },
  {
    name: "Podium",
    recognise: (headers, text) =>
      headers.some((header) => header.includes("podium")) ||
      (headers.some((header) => ["reviewsite", "sitename", "site"].includes(header)) &&
        headers.some((header) =>
          /^(location|locationname|locationuid|attributedto|attributions|invitedby)$/.test(header),
        )) ||
      /\bpodium\.com\//.test(text),
    dates: "mdy",
    isCollector: true,
  },
  {
    name: "Thumbtack",
    recognise: (headers, text) =>
      headers.some(
        (header) =>
          header.includes("thumbtack") ||
          /^(proresponse|proreply|requestid|requestpk|jobcategory)$/.test(header),
      ) || /\bthumbtack\.com\//.test(text),
    dates: "mdy",
  },
];

export interface TableOptions {
  source?: string | undefined;
  dates?: DayOrder | undefined;
  /** `column=field`, as typed. */
  map: readonly string[];
}

const plain = (header: string) => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** A table of reviews, or nothing when no column looks like stars. */
export function parseTable(file: string, text: string, options: TableOptions): Parsed | undefined {
  const [head, ...rows] = parseCsv(text);
  if (head === undefined || head.fields.length < 2) return undefined;
  const headers = head.fields.map((header) => header.trim());
  const platform = platforms.find(({ recognise }) => recognise(headers.map(plain), text));
  const columns = chooseColumns(headers, platform, options.map);
  if (columns.rating === undefined && options.map.length === 0) return undefined;
  for (const field of ["rating", "date", "author"] as const) {
    if (columns[field] === undefined) {
      throw new UsageError(
        `no column looks like the ${field}; name it with --map "column=${field}". The columns are ${headers.join(", ")}`,
      );
    }
  }
  const isUnnamed = options.source === undefined && platform === undefined && columns.source === undefined;
  const source = options.source ?? (platform?.isCollector ? undefined : platform?.name);
  const dates = options.dates ?? guessOrder(rows, columns.date) ?? platform?.dates;
  const shown = fieldNames.flatMap((field) =>
    columns[field] === undefined ? [] : [`${headers[columns[field]]} → ${field}`],
  );
  const unused = headers.filter((_, index) => !Object.values(columns).includes(index));

  return {
    format: platform ? `${platform.name} CSV` : "CSV",
    ...collect(
      rows,
      ({ line }) => `${file}, line ${line}`,
      (row, at) => toDraft(row, at, { columns, headers, source, dates }),
    ),
    notes: [
      ...(isUnnamed ? [unnamedNote] : []),
      `${file}: ${shown.join(", ")}${unused.length > 0 ? `; not used: ${unused.join(", ")}` : ""}${columns.email === undefined ? "" : "; email only finds jobs and is never written"}`,
    ],
  };
}

type Columns = Partial<Record<Field, number>>;

function chooseColumns(
  headers: readonly string[],
  platform: Platform | undefined,
  map: readonly string[],
): Columns {
  const columns: Columns = {};
  const taken = new Set<number>();
  for (const mapping of map) {
    const cut = mapping.lastIndexOf("=");
    const [header, field] = [mapping.slice(0, cut).trim(), mapping.slice(cut + 1).trim()];
    const index = headers.findIndex((known) => known === header || plain(known) === plain(header));
    if (cut < 1 || index < 0) {
      const meant = probablyMeant(header, headers);
      throw new UsageError(
        `--map ${JSON.stringify(mapping)}: there is no such column${meant ? `; did you mean ${meant}?` : ""} The columns are ${headers.join(", ")}`,
      );
    }
    taken.add(index);
    if (field === "ignore") continue;
    if (!fieldNames.includes(field as Field)) {
      throw new UsageError(
        `--map ${JSON.stringify(mapping)}: ${JSON.stringify(field)} must be one of ${fieldNames.join(", ")}, ignore`,
      );
    }
    columns[field as Field] = index;
  }
  const names = headers.map(plain);
  for (const [header, field] of Object.entries(platform?.columns ?? {})) {
    const index = names.indexOf(header);
    if (index < 0 || taken.has(index)) continue;
    taken.add(index);
    if (field !== undefined && field !== "ignore") columns[field] ??= index;
  }
  for (const field of fieldNames) {
    if (columns[field] !== undefined) continue;
    for (const header of fields[field]) {
      const index = names.findIndex((name, at) => name === header && !taken.has(at));
      if (index < 0) continue;
      columns[field] = index;
      taken.add(index);
      break;
    }
  }
  return columns;
}

function guessOrder(rows: readonly CsvRow[], column: number | undefined): DayOrder | undefined {
  for (const row of rows) {
    const order = guessDayOrder(row.fields[column ?? -1] ?? "");
    if (order !== undefined) return order;
  }
  return undefined;
}

interface Reading {
  columns: Columns;
  headers: readonly string[];
  source: string | undefined;
  dates: DayOrder | undefined;
}

function toDraft(
  { fields: values }: CsvRow,
  at: string,
  { columns, headers, source, dates }: Reading,
): Draft {
  if (values.length > headers.length && values.slice(headers.length).some((value) => value.trim() !== "")) {
    throw new RowError(
      `has ${values.length} fields where the first line has ${headers.length}: text with a comma must stand in quotes`,
    );
  }
  const get = (field: Field) => (columns[field] === undefined ? "" : (values[columns[field]] ?? "").trim());
  const date = parseDay(get("date"), dates);
  const name = [get("author"), get("last_name")].filter(Boolean).join(" ");
  const from = source ?? (get("source") || unnamedSource);
  const updated = get("updated") === "" ? date : parseDay(get("updated"), dates);
  const reply = unwrapTranslation(get("reply"));
  const replied = get("reply_date") === "" ? date : parseDay(get("reply_date"), dates);
  const url = /^https?:\/\/\S+$/.test(get("url")) ? get("url") : undefined;
  return {
    source: from,
    key: get("id") || JSON.stringify([shortenName(name), get("date"), get("item")]),
    at,
    date,
    rating: parseRating(get("rating")),
    ...(get("title") && { title: get("title") }),
    text: unwrapTranslation(get("text")),
    author: shortenName(name),
    ...(url !== undefined && { url }),
    ...(updated > date && { updated }),
    ...(reply && { reply: { date: notBefore(replied, date), text: reply } }),
    customer: { name, ...(get("email") && { email: get("email") }) },
  };
}
