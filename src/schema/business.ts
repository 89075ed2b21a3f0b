import { z } from "zod";
import { contrast, withContrast } from "./color.ts";
import { keysOf } from "./json.ts";
import motifs from "./motifs.json" with { type: "json" };
import { Photo, PhotoEntry, PhotoFile } from "./photo.ts";
import { BusinessLog, KeyRotation, LostLog } from "./transparency-log.ts";
import { Day, Id, Line, Prose, WebAddress } from "./text.ts";

const service = z.object({ id: Id, name: z.string(), description: z.string() });
const technician = z.object({
  id: Id,
  name: z.string(),
  role: z.string().optional(),
  aliases: z
    .array(z.string())
    .optional()
    .meta({ description: "Other names by which customers call this person" }),
  portrait: Photo.optional(),
});
const area = z.object({ id: Id, name: z.string(), region: z.string() });

const days = z.enum(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]);
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time in quotes, from "00:00" to "23:59", such as "07:30"');
const OpeningHours = z.strictObject({ days: z.array(days).min(1), opens: time, closes: time });

function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 know no summer time.
  if (/^[+-]/.test(name)) return false;
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

const Address = z.strictObject({
  street: Line,
  city: Line,
  region: Line,
  postal_code: Line,
  country: z.string().regex(/^[A-Z]{2}$/, "must be a country code of two letters, such as US"),
});

/** The editor at /admin/: a GitHub repository, and where in it the owner's folder lies. */
const Editor = z.strictObject({
  backend: z.literal("github", "must be github"),
  repository: z
    .string()
    .regex(/^[\w-][\w.-]*\/[\w.-]+$/, "must be the owner and the name of a repository, such as fern/reviews"),
  /** The repository's default branch if not given. */
  branch: z
    .string()
    .regex(/^[\w][\w./-]*$/, "must be the name of a branch")
    .optional(),
  folder: z
    .string()
    .regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/, "must be the path of a folder, such as content")
    .default("content"),
});
export type Editor = z.infer<typeof Editor>;

const Geo = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

/** Below this, large words and edges cannot be told from white. */
const minContrast = 3;

/** A motif of the drawn cover: motifs.json has its outline, in a square of 60 by 60. */
export type Motif = keyof typeof motifs;

/** How the site looks like the owner's: colors for light and dark screens follow from one. */
const Brand = z.strictObject({
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a color of six hex digits in quotes, such as "#1d6b45"')
    .transform((color) => color.toLowerCase())
    .refine((color) => contrast(color, "#ffffff") >= minContrast, {
      error: ({ input }) =>
        `is too pale for buttons and links: its contrast with white is ${contrast(String(input), "#ffffff").toFixed(1)}, at least ${minContrast} is needed; ${withContrast(String(input), "#ffffff", 4.5, -1)} is the same color, dark enough`,
    })
    .optional(),
  /** The drawn cover's motif where there is no photograph. */
  motifs: z
    .array(z.enum(keysOf(motifs) as [Motif, ...Motif[]]))
    .min(1)
    .max(6, "must be at most 6 motifs")
    .optional(),
});

const Licence = z.strictObject({ name: Line, url: WebAddress });

/** The licence of published data. */
export const DataLicence = z.object({ name: z.string(), url: z.url() }).meta({
  description:
    "Licence of the figures and of the data as a collection; the texts of reviews stay their authors'",
});
/** Of the figures and of the data as a collection, unless the owner chooses another; texts stay their authors'. */
export const defaultLicence = { name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" };

/** A page, or an address for e-mail written mailto:… */
const PageOrMail = z.url({
  protocol: /^(?:https?|mailto)$/,
  error: "must be an address that starts with https:// or mailto:",
});

/** Types of schema.org below LocalBusiness. */
const Kind = z.enum([
  "AccountingService",
  "AutoRepair",
  "Bakery",
  "BeautySalon",
  "BedAndBreakfast",
  "CafeOrCoffeeShop",
  "Dentist",
  "Electrician",
  "GeneralContractor",
  "HVACBusiness",
  "HairSalon",
  "Hotel",
  "HousePainter",
  "LegalService",
  "Locksmith",
  "LodgingBusiness",
  "MedicalBusiness",
  "MovingCompany",
  "Physician",
  "Plumber",
  "RealEstateAgent",
  "Restaurant",
  "RoofingContractor",
  "Store",
  "TravelAgency",
]);

/** The owner's content/business.yaml. */
export const BusinessEntry = z.strictObject({
  name: Line,
  description: Prose,
  telephone: z
    .string()
    .regex(/^\+[0-9][0-9 ()-]{6,20}$/, "must be an international number, such as +1 555 010 0199"),
  email: z.email(),
  address: Address,
  geo: Geo.optional(),
  opening_hours: z.array(OpeningHours).min(1),
  /** Where the business is, in time: exports and commands take days from it. */
  time_zone: z
    .string()
    .refine(isTimeZone, "must be a time zone of the IANA database, such as America/New_York")
    .optional(),
  /** Of pages and feeds; English when not given. */
  language: z.string().refine(isLanguage, "must be a language tag, such as en or en-GB").optional(),
  price_range: z.string().max(10).optional(),
  founded: z
    .union([
      z.string().regex(/^\d{4}$/, "must be a year, such as 2009, or a day, written YYYY-MM-DD"),
      Day,
      z.int().min(1000).max(9999).transform(String),
    ])
    .optional(),
  /** The owner's own site, to which the footer leads back. */
  website: WebAddress.optional(),
  same_as: z.array(WebAddress).default([]),
  /** Where customers can write a review; each gets a link on /write/, and a QR code on /share/. */
  review_at: z.array(z.strictObject({ name: Line, url: WebAddress })).optional(),
  /** A form service that takes what customers write on /write/; without it they send an e-mail. */
  collect: z
    .strictObject({
      endpoint: z.url({
        protocol: /^https$/,
        error: "must be the address of your form service, starting with https://",
      }),
    })
    .optional(),
  /** The transparency log: npm run log -- init prints what belongs here; `replaces` is for one that was lost. */
  log: BusinessLog.extend({
    rotations: z.array(KeyRotation).default([]),
    replaces: LostLog.optional(),
  }).optional(),
  /** The domain and path in the ids of feed entries, so that they stay when the site moves; by default BASE_URL's. */
  feed_authority: z
    .string()
    .regex(
      /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?:\/[\w~-][\w.~-]*){0,8}$/,
      "must be a domain, perhaps with a path, such as reviews.example.com or example.com/reviews",
    )
    .optional(),
  /** The trade in a few words: "Lawn care". Without it the first services are named. */
  trade: Line.optional(),
  /** What search engines take it for; LocalBusiness if not given. */
  kind: Kind.optional(),
  /** That somebody was a customer is confidential, as with doctors and lawyers: days of visits are not published. */
  confidential: z.boolean().optional(),
  /** The button beside Call, in the words of the trade: "Book a room". */
  action: z
    .strictObject({ label: Line.pipe(z.string().max(30, "must be at most 30 characters")), url: PageOrMail })
    .optional(),
  /** Where people ask for an estimate: another button, whose words are given. */
  estimate_url: PageOrMail.optional(),
  /** One color, and what is drawn where there is no photograph. */
  brand: Brand.optional(),
  /** Pictures in content/photos: what stands beside the name, at the top of the home page, and further down on it. */
  logo: PhotoFile.optional(),
  cover: PhotoEntry.optional(),
  gallery: z.array(PhotoEntry).max(12, "must be at most 12 pictures").optional(),
  /** The licence of the figures and the structure of the data; CC BY 4.0 if not given. Texts stay their authors'. */
  data_licence: Licence.optional(),
  /** A form for those who say that a quote was read wrongly; without it they write an e-mail. */
  corrections_url: WebAddress.optional(),
  editor: Editor.optional(),
  /** Said on every page and in the data when the business does not exist. */
  fictional: z.boolean().default(false),
});
export type BusinessEntry = z.infer<typeof BusinessEntry>;

/** Names by which customers call a person, a service or a place, besides its own name. */
const aliases = z.array(Line).default([]);

export const TechnicianEntry = z.strictObject({
  id: Id,
  name: Line,
  role: Line.optional(),
  aliases,
  portrait: PhotoEntry.optional(),
});
export type TechnicianEntry = z.infer<typeof TechnicianEntry>;

export const ServiceEntry = z.strictObject({ id: Id, name: Line, description: Prose, aliases });
export type ServiceEntry = z.infer<typeof ServiceEntry>;

/** With the place of each area, its page has a map; distances are what counts, not streets. */
export const AreaEntry = z.strictObject({ id: Id, name: Line, region: Line, geo: Geo.optional(), aliases });
export type AreaEntry = z.infer<typeof AreaEntry>;

export const Business = z
  .object({
    name: z.string(),
    description: z.string(),
    url: z.url(),
    telephone: z.string(),
    email: z.string(),
    address: Address,
    geo: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
    opening_hours: z.array(z.object({ days: z.array(days), opens: z.string(), closes: z.string() })),
    time_zone: z.string().optional().meta({ description: "IANA name, such as America/New_York" }),
    price_range: z.string().optional(),
    founded: z.string().optional(),
    kind: z.string().optional().meta({ description: "Its type in schema.org, if not LocalBusiness" }),
    same_as: z.array(z.url()),
    data_licence: DataLicence.optional(),
    fictional: z
      .boolean()
      .optional()
      .meta({ description: "True when the business is made up, for demonstration" }),
    log: BusinessLog.optional(),
    logo: Photo.optional(),
    cover: Photo.optional(),
    gallery: z.array(Photo).optional(),
    services: z.array(service),
    technicians: z.array(technician),
    service_areas: z.array(area),
  })
  .meta({ id: "Business", description: "The business that the reviews are about" });
export type Business = z.infer<typeof Business>;

const count = z.int().min(0);

export const AggregateRating = z
  .object({
    rating_value: z
      .number()
      .min(0)
      .max(5)
      .meta({ description: "Mean of all ratings, 2 decimals; 0 without reviews" }),
    best_rating: z.literal(5),
    worst_rating: z.literal(1),
    review_count: count,
    distribution: z
      .object({ "1": count, "2": count, "3": count, "4": count, "5": count })
      .meta({ description: "Reviews by stars" }),
  })
  .meta({ id: "AggregateRating", description: "Always consistent with the reviews beside it" });
export type AggregateRating = z.infer<typeof AggregateRating>;
