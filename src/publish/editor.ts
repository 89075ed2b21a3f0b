import { z } from "zod";
import { AreaEntry, BusinessEntry, type Editor, ServiceEntry, TechnicianEntry } from "../schema/business.ts";
import { PhotoFile } from "../schema/photo.ts";
import { EditEntry, ReviewEntry } from "../schema/review.ts";
import { FaqFrontMatter, type Site, SummaryFrontMatter } from "../schema/site.ts";
import { Prose } from "../schema/text.ts";
import words from "./editor-words.json" with { type: "json" };

// The editor at /admin/ is Sveltia CMS, and what it knows of content is made from the schemas that the loader checks by.

/** How a file is written: a list of entries, one entry as such a list, a map of fields, or Markdown below such a map. */
type FileForm = "list" | "entry" | "map" | "markdown";

/** A file, or a folder of files of one form, that the editor offers. */
export interface EditedFile {
  name: string;
  label: string;
  form: FileForm;
  /** Fields of an entry, by the names that content has for them. */
  schema: z.ZodObject;
  /** Fields that the editor leaves alone. */
  hidden?: readonly string[];
  description: string;
  /** Where each entry is a file: its folder, the field that names it, and what lists show of it. */
  folder?: { path: string; slug: string; extension: "yaml" | "md"; summary: string };
}

const body = z.object({ body: Prose });

/** The files that the editor offers. Large files of reviews are not among them: an edit of a review has a file of its own. */
export const editedFiles = {
  edits: {
    name: "edits",
    label: "Reply, correct, withhold",
    form: "map",
    schema: EditEntry,
    description: "One entry for a review that is on the site.",
    folder: { path: "edits", slug: "review", extension: "yaml", summary: "{{review}}" },
  },
  added: {
    name: "added",
    label: "Reviews you add",
    form: "entry",
    schema: ReviewEntry,
    hidden: ["verdicts", "allow", "formerly"],
    description: "Only what a customer wrote, word for word, and how you know the customer.",
    folder: {
      path: "reviews/added",
      slug: "id",
      extension: "yaml",
      summary: "{{date}} {{author}}: {{text | truncate(60)}}",
    },
  },
  faq: {
    name: "faq",
    label: "Questions and answers",
    form: "markdown",
    schema: FaqFrontMatter.extend(body.shape),
    description: "Answers in Markdown; {{…}} is filled from the reviews.",
    folder: { path: "faq", slug: "question", extension: "md", summary: "{{question}}" },
  },
  summary: {
    name: "summary",
    label: "Summary",
    form: "markdown",
    schema: SummaryFrontMatter.extend(body.shape),
    description: "In short, on the home page.",
  },
  business: {
    name: "business",
    label: "Business, hours, pictures",
    form: "map",
    schema: BusinessEntry,
    hidden: ["log", "feed_authority", "editor", "fictional", "confidential", "data_licence", "geo", "brand"],
    description: "What stands on every page.",
  },
  technicians: {
    name: "technicians",
    label: "People",
    form: "list",
    schema: TechnicianEntry,
    description: "An id stays as it is: links rest on it.",
  },
  services: {
    name: "services",
    label: "Services",
    form: "list",
    schema: ServiceEntry,
    description: "An id stays as it is: links rest on it.",
  },
  areas: {
    name: "areas",
    label: "Places",
    form: "list",
    schema: AreaEntry,
    description: "An id stays as it is: links rest on it.",
  },
} as const satisfies Record<string, EditedFile>;

interface NamedField {
  name: string;
  label: string;
  required?: boolean;
  hint?: string;
}

/** A field as Sveltia CMS knows it, as far as we use it. */
export interface EditorField extends NamedField {
  widget: string;
  fields?: EditorField[];
  types?: EditorField[];
  [option: string]: unknown;
}

/** The one list of a file that is a list. */
export const listField = "entries";
/** The file's text as it was read, so that what is saved changes nothing else in it. */
export const sourceField = "_source";

/** Markdown is only taken in formats of such a name. */
export const formatOf = ({ name, form }: EditedFile): string =>
  form === "markdown" ? `${name}-frontmatter` : name;

type Option = { label: string; value: string };
/** The choices for fields of these names. */
type Choices = Readonly<Record<string, readonly Option[]>>;

interface Json {
  type?: string;
  format?: string;
  enum?: (string | number)[];
  anyOf?: Json[];
  items?: Json;
  properties?: Record<string, Json>;
  required?: string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: unknown;
  const?: unknown;
}

/** The schema as JSON, in which texts of many lines and pictures can be told from other texts. */
const toJson = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === (Prose as z.core.$ZodType)) jsonSchema.format = "prose";
      if (zodSchema === (PhotoFile as z.core.$ZodType)) jsonSchema.format = "photo";
    },
    reused: "inline",
  }) as Json;

const { labels, hints }: Record<"labels" | "hints", Readonly<Record<string, string>>> = words;

const toLabel = (name: string): string =>
  labels[name] ?? (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " ");

const toOptions = (values: readonly (string | number)[]): Option[] =>
  values.map((value) => ({ value: String(value), label: String(value).replaceAll(/[-_]/g, " ") }));

/** One field of the editor for one of a schema. */
function toField(name: string, json: Json, isRequired: boolean, choices: Choices): EditorField {
  const base = {
    name,
    label: toLabel(name),
    required: isRequired && json.default === undefined,
    ...(hints[name] && { hint: hints[name] }),
  };
  const options = choices[name];
  // Sveltia CMS starts with no list that is empty, as on the first day.
  if (options?.length) return { ...base, widget: "select", options };
  if (json.enum) return { ...base, widget: "select", options: toOptions(json.enum) };
  switch (json.type) {
    case "object":
      return { ...base, widget: "object", fields: toFields(json, choices) };
    case "array":
      return toListField(base, json, choices);
    case "integer":
    case "number":
      return {
        ...base,
        widget: "number",
        value_type: json.type === "integer" ? "int" : "float",
        ...(json.minimum !== undefined && json.minimum > Number.MIN_SAFE_INTEGER && { min: json.minimum }),
        ...(json.maximum !== undefined && json.maximum < Number.MAX_SAFE_INTEGER && { max: json.maximum }),
        ...(json.default !== undefined && { default: json.default }),
      };
    default:
      return toTextField(base, json);
  }
}

function toListField(base: NamedField, json: Json, choices: Choices): EditorField {
  const { items = {}, maxItems } = json;
  const list = { ...base, ...(maxItems !== undefined && { max: maxItems }), collapsed: true };
  if (items.enum) return { ...base, widget: "select", multiple: true, options: toOptions(items.enum) };
  if (items.anyOf)
    return {
      ...list,
      widget: "list",
      types: items.anyOf.map((form) => {
        const [kind = ""] = Object.keys(form.properties ?? {});
        return { name: kind, label: toLabel(kind), widget: "object", fields: toFields(form, choices) };
      }),
    };
  if (items.type === "object") return { ...list, widget: "list", fields: toFields(items, choices) };
  return { ...base, widget: "list", field: { name: "value", label: base.label, widget: "string" } };
}

function toTextField(base: NamedField, { format, pattern }: Json): EditorField {
  switch (format) {
    case "photo":
      return { ...base, widget: "image" };
    case "prose":
      return { ...base, widget: "text" };
    case "date":
      return {
        ...base,
        widget: "datetime",
        type: "date",
        format: "YYYY-MM-DD",
        default: base.required ? "{{now}}" : "",
      };
    default:
      return {
        ...base,
        widget: "string",
        ...(pattern && !format && { pattern: [pattern, "is not in the form that is needed"] }),
      };
  }
}

const toFields = (
  { properties = {}, required = [] }: Json,
  choices: Choices,
  hidden: readonly string[] = [],
): EditorField[] =>
  Object.entries(properties)
    .filter(([name]) => !hidden.includes(name))
    .map(([name, json]) => toField(name, json, required.includes(name), choices));

/** So many reviews can be chosen from; an edit of an older one is written by hand. */
const maxChoices = 2000;

type EditedSite = Pick<Site, "business" | "technicians" | "services" | "areas" | "reviews">;

function buildChoices({ technicians, services, areas, reviews }: EditedSite): Choices {
  const entities = [...technicians, ...services, ...areas].map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  return {
    review: reviews.slice(0, maxChoices).map(({ id, date, rating, author, text, title }) => ({
      value: id,
      label: `${date} ${"★".repeat(rating)} ${author}: ${(title ?? text).replace(/\s+/g, " ").slice(0, 60)}`,
    })),
    is: entities,
    is_not: entities,
  };
}

/** The fields that the editor shows of a file. */
export const buildEditorFields = (file: EditedFile, site: EditedSite): EditorField[] => {
  const fields = toFields(
    toJson(file.schema),
    file.name === "edits" ? buildChoices(site) : { ...buildChoices(site), review: [] },
    file.hidden,
  );
  const own =
    file.form === "list"
      ? [{ name: listField, label: file.label, widget: "list", summary: "{{name}}", fields, collapsed: true }]
      : fields;
  return [...own, { name: sourceField, label: "", widget: "hidden" }];
};

/** A file or folder as Sveltia CMS knows it. */
interface Collection {
  name: string;
  label: string;
  fields?: EditorField[];
  files?: Collection[];
  [option: string]: unknown;
}

export interface EditorConfig {
  collections: Collection[];
  [option: string]: unknown;
}

const ofForm = { editor: { preview: false } };

/** Folders in which each file is an entry, and one collection of the files that there are once. */
function buildCollections(site: EditedSite, toPath: (name: string) => string): Collection[] {
  const kept: Collection[] = [];
  const single: Collection[] = [];
  for (const [key, file] of Object.entries<EditedFile>(editedFiles)) {
    const { description, folder, form, label } = file;
    const base = { name: key, label, format: formatOf(file), fields: buildEditorFields(file, site) };
    if (folder === undefined)
      single.push({ ...base, file: toPath(`${key}.${form === "markdown" ? "md" : "yaml"}`) });
    else
      kept.push({
        ...base,
        description,
        folder: toPath(folder.path),
        create: true,
        // A review that is withdrawn leaves a tombstone, so its file never just goes.
        delete: key !== "added",
        extension: folder.extension,
        slug: `{{fields.${folder.slug}}}`,
        identifier_field: folder.slug,
        summary: folder.summary,
        ...ofForm,
      });
  }
  return [...kept, { name: "site", label: "Business, people, services", files: single, ...ofForm }];
}

/** The configuration of Sveltia CMS. */
export function buildEditorConfig(
  site: EditedSite,
  editor: Pick<Editor, "repository" | "branch" | "folder"> | "local",
): EditorConfig {
  // The one for tests takes any folder that the browser gives it: npm run edit gives it the owner's.
  const { folder, ...backend } =
    editor === "local"
      ? { folder: "", name: "test-repo" }
      : {
          folder: editor.folder,
          name: "github",
          repo: editor.repository,
          ...(editor.branch && { branch: editor.branch }),
          auth_methods: ["token"],
        };
  const toPath = (name: string) => (folder === "" ? name : `${folder}/${name}`);
  return {
    load_config_file: false,
    backend,
    media_folder: toPath("photos"),
    public_folder: "/photos",
    media_libraries: {
      // Pictures of strangers, from hosts that our policy does not let it ask.
      stock_assets: { providers: [] },
      default: { config: { max_file_size: 20 * 1024 * 1024, slugify_filename: true } },
    },
    slug: { encoding: "ascii", clean_accents: true, maxlength: 60 },
    output: { omit_empty_optional_fields: true },
    app_title: `${site.business.name}: editor`,
    collections: buildCollections(site, toPath),
  };
}
