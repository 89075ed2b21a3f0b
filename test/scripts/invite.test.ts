import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import PostalMime from "postal-mime";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type Invitation, readInvitation, signInvitation } from "../../scripts/invite/token.ts";
import { listFiles } from "../../scripts/site-build/files.ts";
import { toMailBlock } from "../../src/schema/invitation.ts";
import { loadSite } from "../../src/content/load-site.ts";
import { soundFile, writeContent } from "../content/content-folder.ts";
import { expectLinear } from "../growth.ts";
import { readMails } from "../../scripts/import/mails.ts";
import { type ImportReport, run, write } from "./owner.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const env = { FINGERPRINT_KEY: "a key for this test only", BASE_URL: "https://user.example.io/reviews" };
const inviterOf = (business: string) => ({ key: env.FINGERPRINT_KEY, business });
const inviter = inviterOf("Fern & Sons");
const invitation = { job: "abcdefghijklmnop", day: "2026-05-04", until: "2026-10-31", service: "mowing" };
const token = signInvitation(invitation, inviter);

const jobs = `Customer,Date,Email,Service,Id
"McDonald, Karen",2026-05-04,karen@example.com,Mowing,7
Bob & Sue Kline,2026-05-05,,,
"=cmd|'x'!A1
Bcc: evil@example.com",2026-05-06,not an address,,
José Ñúñez,2026-05-07,jose@example.com,unheard of,
Old One,1990-01-01,old@example.com,,
Future One,2199-01-01,future@example.com,,
`;

/** Runs a command in the owner's own folder. */
async function createOwner(business = "Fern & Sons", more = "") {
  const content = await writeContent({
    "business.yaml":
      soundFile("business.yaml").replace(/^name: .*$/m, `name: ${JSON.stringify(business)}`) + more,
  });
  const home = await temporaryFolder();
  const command = (script: string, args: string[], more: Record<string, string> = {}) =>
    run(script, [...args, "--content", content], { ...env, ...more }, home);
  const importing = async (path: string, ...args: string[]) => {
    const { out, err } = await command("import.ts", [path, "--json", ...args]);
    return out === "" ? err : (JSON.parse(out) as ImportReport);
  };
  const list = await write("jobs.csv", jobs);
  const inviteAll = (more?: Record<string, string>, ...args: string[]) =>
    command("invite.ts", ["--jobs", list, "--valid", "9000", ...args], more);
  const invite = async (...args: string[]) => {
    const { out, err } = await inviteAll({}, "--json", ...args);
    if (out === "") throw new Error(err);
    return JSON.parse(out) as { invitations: Record<string, string>[]; notes: string[] };
  };
  return { content, home, command, importing, invite, inviteAll };
}

describe("npm run invite", () => {
  test("makes a link for each job, the same each time, and says who was left out", async () => {
    const { invite } = await createOwner();
    const { invitations, notes } = await invite();
    expect(invitations.map(({ first_name, email }) => [first_name, email])).toEqual([
      ["Karen", "karen@example.com"],
      ["Bob", ""],
      ["", "not an address"],
      ["José", "jose@example.com"],
    ]);
    const links = invitations.map(({ link = "" }) => link);
    expect(new Set(links).size).toBe(4);
    for (const link of links) {
      expect(link).toMatch(/^https:\/\/user\.example\.io\/reviews\/write\/#1\./);
      expect(readInvitation(link, inviter)).toMatchObject({ day: expect.stringMatching(/^2026-05-0\d$/) });
    }
    expect(links.join()).not.toMatch(/karen|kline|jos/i);
    expect(notes.join("\n")).toMatch(
      /future[\s\S]*too old[\s\S]*1 job has a service that is not in services/,
    );
    expect((await invite()).invitations).toEqual(invitations);
    expect((await invite("--since", "2026-05-06")).invitations).toHaveLength(2);
  });

  test("writes a table and mails that nobody's name can break out of, for the owner alone, and sends nothing", async () => {
    const { inviteAll, home } = await createOwner();
    const { out, code } = await inviteAll();
    expect(code).toBe(0);
    expect(out).toMatch(/4 links in .*invitations\.csv.*2 e-mails.*Nothing was sent/);
    const folder = join(home, ".data/invitations");
    const rows = parse(await readFile(join(folder, "invitations.csv"), "utf8"), { columns: true }) as Record<
      string,
      string
    >[];
    expect(rows.map(({ name = "" }) => name.charAt(0))).toEqual(["M", "B", "'", "J"]);
    const mails = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
    expect(mails).toHaveLength(2);
    const parsed = await Promise.all(
      mails.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    );
    for (const mail of parsed) {
      const row = rows.find(({ email }) => email === mail.to?.[0]?.address);
      expect(mail.to).toEqual([{ name: row?.["name"], address: row?.["email"] }]);
      expect(mail).toMatchObject({
        subject: "How was it? Your review of Fern & Sons",
        from: { name: "Fern & Sons" },
      });
      expect(mail.text).toContain(row?.["link"]);
      expect(mail.text).toContain(`Hello ${row?.["first_name"]},`);
      expect(mail.text).toContain("whatever its stars");
      expect(mail.bcc).toBeUndefined();
    }
  });

  test("makes no second key beside the one that content was imported with", async () => {
    const { inviteAll, home, content } = await createOwner();
    const invite = () => inviteAll({ FINGERPRINT_KEY: "" });
    expect((await invite()).out).toContain("Made .data/fingerprint.key");
    expect((await invite()).out).not.toContain("Made");
    await rm(join(home, ".data"), { recursive: true });
    await writeFile(join(content, "imported.jsonl"), '{"id":"google-1","words":"a-b"}\n');
    const { code, err } = await invite();
    expect([code, existsSync(join(home, ".data"))]).toEqual([1, false]);
    expect(err).toContain("another key than this computer's");
  });

  test("of a confidential business says neither what was done nor when", async () => {
    const { inviteAll, home } = await createOwner("Fern Dental", "confidential: true\n");
    await inviteAll();
    const folder = join(home, ".data/invitations");
    expect(await readFile(join(folder, "invitations.csv"), "utf8")).not.toContain("owing");
    for (const name of (await readdir(folder)).filter((file) => file.endsWith(".eml"))) {
      const { text = "" } = await PostalMime.parse(await readFile(join(folder, name)));
      expect(text).toContain("Thank you for coming to us.");
      expect(text).not.toMatch(/May [4-7]/);
      expect(readInvitation(/https:\S+/.exec(text)?.[0] ?? "", inviterOf("Fern Dental"))).toMatchObject({
        service: "",
      });
    }
  });

  test.each<[string, string[], RegExp]>([
    ["no jobs", [], /Name your jobs/],
    ["a file that is not there", ["--jobs", "/nowhere.csv"], /there is no such file/],
    ["no days", ["--jobs", "x", "--valid", "0"], /--valid must be/],
    ["a day that is none", ["--jobs", "x", "--since", "2026-02-30"], /--since must be a day/],
    ["an order of days that is none", ["--jobs", "x", "--dates", "ymd"], /--dates must be/],
  ])("%s: one line, and nothing written", async (_, args, message) => {
    const { command, home } = await createOwner();
    const { code, err, out } = await command("invite.ts", args);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(message);
    expect(await readdir(home)).toEqual([]);
  });
});

interface Written {
  /** When the owner's mail server says that it came. */
  received?: string;
  /** Parts beside the text, each with its headings. */
  parts?: readonly { headings: string; bytes: Buffer }[];
  link: string;
  text?: string;
  rating?: string;
  name?: string;
  date?: string;
  html?: boolean;
}

/** A mail as programs make it of what /write/ prepared. */
function toMail({
  link,
  text = "Neat edges, and on time.",
  rating = "4",
  name = "Karen McDonald",
  date = "Tue, 12 May 2026 10:00:00 +0200",
  html = false,
  received,
  parts = [],
}: Written): string {
  const block = toMailBlock({ rating, name, text, title: "", invitation: link });
  const body = html
    ? `<html><body>${block.replaceAll("&", "&amp;").split("\n").join("<br>")}</body></html>`
    : block;
  const toPart = (headings: string, bytes: string | Buffer) => [
    headings,
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from(bytes).toString("base64").replace(/.{76}/g, "$&\r\n"),
    "",
  ];
  const words = toPart(`Content-Type: text/${html ? "html" : "plain"}; charset=utf-8`, body);
  return [
    ...(received === undefined ? [] : [`Received: from a.example by mx.fern.example;\r\n\t${received}`]),
    "From: Somebody <somebody@example.com>",
    ...(date === "" ? [] : [`Date: ${date}`]),
    "Subject: Review",
    ...(parts.length === 0
      ? words
      : [
          'Content-Type: multipart/mixed; boundary="part"',
          "",
          ...[words, ...parts.map(({ headings, bytes }) => toPart(headings, bytes))].flatMap((part) => [
            "--part",
            ...part,
          ]),
          "--part--",
          "",
        ]),
  ].join("\r\n");
}

describe("what customers send back", () => {
  const start = async () => {
    const owner = await createOwner();
    const { invitations } = await owner.invite();
    const [karen = "", bob = "", , jose = ""] = invitations.map(({ link = "" }) => link);
    return { ...owner, karen, bob, jose };
  };

  test("is verified by its invitation, once, and published", async () => {
    const { command, content, importing, invite, karen } = await start();
    const file = await write("review.eml", toMail({ link: karen }));
    const shown = await command("import.ts", [file]);
    expect(shown.out).toMatch(/^\+ 2026-05-12 ★★★★ Karen M\., mail of somebody@example\.com: Neat/m);
    const report = await importing(file, "--write");
    expect(report).toMatchObject({
      format: "Invitations",
      refused: [],
      new: [
        {
          id: expect.stringMatching(/^invitation-[a-z2-7]{16}$/),
          date: "2026-05-12",
          rating: 4,
          author: "Karen M.",
          text: "Neat edges, and on time.",
          source: { name: "Fern & Sons" },
          verification: { method: "invitation", date: "2026-05-04" },
        },
      ],
    });
    const site = await loadSite(content, { today: "2026-11-20" });
    expect(site.reviews.filter(({ verification }) => verification?.method === "invitation")).toHaveLength(1);
    expect(await importing(file, "--write")).toMatchObject({
      new: [],
      edited: [],
      refused: [],
      unchanged: [expect.any(String)],
    });
    const other = await write("other.eml", toMail({ link: karen, text: "Something else.", rating: "1" }));
    expect(await importing(other, "--write")).toMatchObject({
      new: [],
      edited: [],
      refused: [{ why: expect.stringMatching(/used before, for invitation-/) }],
    });
    expect((await invite()).notes.join()).toContain("1 job has a review already");
  });

  test("comes in an mbox, in HTML, quoted, and by a form service's CSV and JSON", async () => {
    const { importing, karen, bob, jose } = await start();
    const mbox = [
      toMail({ link: karen, html: true, text: "Tom & Jerry\n\nFrom here on: 5 < 6." }),
      "From: a@example.com\r\nSubject: Hello\r\n\r\nNo review.\r\n",
      `From: a@example.com\r\nSubject: Re: How was it?\r\n\r\nGood!\r\n> ${karen}\r\n`,
      toMail({ link: bob, rating: "1", name: "" }),
    ].map(
      (mail) =>
        `From somebody@example.com Tue May 12 10:00:00 2026\r\n${mail.replace(/^From /gm, ">From ")}\r\n`,
    );
    const found = await importing(await write("Reviews.mbox", mbox.join("\r\n")));
    expect(found).toMatchObject({
      refused: [],
      new: [{ text: "Tom & Jerry\n\nFrom here on: 5 < 6." }, { rating: 1, author: "Anonymous" }],
      notes: [expect.stringMatching(/^Reviews\.mbox: 1 mail holds the link of an invitation .*\(mail 3\)/)],
    });
    const row = {
      rating: "5",
      title: "",
      text: 'Fine, "really".',
      name: "José Ñúñez",
      invitation: jose,
      consent: "yes",
    };
    const csv = `rating,title,text,name,invitation,consent,Submitted at\n5,,"Fine, ""really"".",José Ñúñez,${jose},yes,2026-05-13 10:00:00\n`;
    const json = JSON.stringify([{ id: 1, created_at: "2026-05-13T10:00:00Z", name: "x", data: row }]);
    for (const file of [await write("form.csv", csv), await write("form.json", json)]) {
      expect(await importing(file)).toMatchObject({
        refused: [],
        new: [
          {
            date: "2026-05-13",
            author: "José Ñ.",
            text: 'Fine, "really".',
            verification: { method: "invitation", date: "2026-05-07" },
          },
        ],
      });
    }
  });

  test("is nothing but what /write/ asks for, whatever else a form took", async () => {
    const { importing, karen } = await start();
    const early = { ...(readInvitation(karen, inviter) as Invitation), until: "2026-05-11" };
    const row = { rating: "1", title: "", text: "Bad.", name: "Karen M", invitation: karen };
    const forged = {
      reply: "We are frauds.",
      reply_date: "2026-05-13",
      url: "https://evil.example/",
      updated_at: "2026-05-20",
    };
    const toCsv = (given: object) =>
      [Object.keys(given), Object.values(given)].map((cells) => `${cells.join(",")}\n`).join("");
    const toJson = (data: object) =>
      JSON.stringify([{ created_at: "2026-05-12T10:00:00Z", data: { ...data, created_at: "2026-05-10" } }]);
    const csv = toCsv({ ...row, ...forged, created_at: "2026-05-12" });
    for (const file of [
      await write("form.csv", csv),
      await write("form.json", toJson({ ...row, ...forged })),
    ]) {
      const report = (await importing(file)) as ImportReport;
      expect(report).toMatchObject({ refused: [], new: [{ date: "2026-05-12", text: "Bad." }] });
      expect(JSON.stringify(report.new)).not.toMatch(/frauds|evil|05-20/);
    }
    const late = { ...row, invitation: signInvitation(early, inviter) };
    // The form service's own day stands beside those that a sender made up.
    const backdated = { ...late, date: "2026-05-10", "Submitted at": "2026-05-12", "Sent on": "13/40/20" };
    for (const file of [await write("late.json", toJson(late)), await write("late.csv", toCsv(backdated))])
      expect(await importing(file)).toMatchObject({
        new: [],
        refused: [{ why: expect.stringMatching(/came on 2026-05-12.*could be used until 2026-05-11/) }],
      });
  });

  test("is refused with its reason, each for itself, and nothing of it is written", async () => {
    const { importing, karen, bob } = await start();
    const others = (await (await createOwner("Moss & Daughters")).invite()).invitations[0]?.["link"] ?? "";
    const early = { ...(readInvitation(karen, inviter) as Invitation), until: "2026-05-11" };
    const today = "Tue, 12 May 2026 10:00:01 +0000 (UTC)";
    const cases: [Written, RegExp][] = [
      [{ link: karen.replace("mowing", "moving") }, /did not sign/],
      [{ link: karen.replace(/.{26}$/, "a".repeat(26)) }, /did not sign/],
      [{ link: others }, /another business/],
      [{ link: "" }, /without an invitation/],
      [{ link: "1.2.3" }, /incomplete/],
      [
        { link: signInvitation(early, inviter), date: "Sun, 10 May 2026 10:00:00 GMT", received: today },
        /came on 2026-05-12.*could be used until 2026-05-11/,
      ],
      [{ link: signInvitation(early, inviter) }, /came on 2026-05-12.*could be used until 2026-05-11/],
      [
        { link: karen, date: "Sun, 03 May 2026 10:00:00 GMT" },
        /dated 2026-05-03, before the job of 2026-05-04/,
      ],
      [{ link: karen, date: "" }, /has no date/],
      [{ link: karen, rating: "6" }, /not 1 to 5/],
      [{ link: karen, date: "Fri, 12 May 2045 10:00:00 GMT" }, /in the future/],
      [{ link: bob, text: "x".repeat(20_001) }, /20,000 characters/],
    ];
    const mails = cases.map(([written]) => toMail(written));
    const cut = toMail({ link: karen }).replace(/[\s\S]{60}$/, "");
    const mbox = [...mails, cut].map((mail) => `From a\n${mail}\n\n`).join("");
    const report = await importing(await write("x.mbox", mbox), "--write");
    expect(report).toMatchObject({ new: [], edited: [], unchanged: [], written: [] });
    const why = new Map((report as ImportReport).refused.map((one) => [one.at, one.why]));
    for (const [index, reason] of [...cases.map(([, reason]) => reason), /cut off/].entries())
      expect(why.get(`x.mbox, mail ${index + 1}`)).toMatch(reason);
    const twice = ["5", "1"].map((rating) => `From a\n${toMail({ link: bob, rating })}\n\n`).join("");
    expect(await importing(await write("x.mbox", twice))).toMatchObject({
      new: [{ rating: 5 }],
      refused: [{ why: expect.stringMatching(/used before, in x\.mbox, mail 1/) }],
    });
  });

  test("brings its photos into content, without the place, and says why one is left out", async () => {
    const { content, importing, karen } = await start();
    const draw = (width: number) => sharp({ create: { width, height: 30, channels: 3, background: "#a53" } });
    const place = { IFD0: { Make: "Secretcam" }, IFD3: { GPSLatitude: "51/1 28/1 38/1" } };
    const jpeg = await draw(5000).jpeg().withExif(place).toBuffer();
    const attached = (type: string, bytes: Buffer) => ({
      headings: `Content-Type: ${type}\r\nContent-Disposition: attachment; filename="../../x.jpg"`,
      bytes,
    });
    const png = attached("image/png", await draw(40).png().toBuffer());
    const parts = [
      attached("image/jpeg", jpeg),
      attached("image/heic", Buffer.from("\0\0\0\x24ftypheic\0\0\0\0mif1heic")),
      png,
      attached("image/jpeg", jpeg.subarray(0, -100)),
      attached("text/plain", Buffer.from("No picture.")),
      ...Array.from({ length: 9 }, () => png),
    ];
    const file = await write("review.eml", toMail({ link: karen, parts }));
    const shown = await importing(file);
    expect(listFiles(content).filter((path) => path.startsWith("/photos"))).toEqual([]);
    expect(shown).toMatchObject({ new: [{ photos: { length: 10 } }] });
    const report = (await importing(file, "--write")) as ImportReport;
    const [added = {}] = report.new;
    const names = (added["photos"] as { file: string }[]).map((one) => one.file);
    expect(names).toEqual(
      [1, 3, 5, 6, 7, 8, 9, 10, 11, 12].map((at) =>
        expect.stringMatching(`^invitation-[a-z2-7]{16}-${at}\\.jpg$`),
      ),
    );
    expect(report.notes.join("\n")).toMatch(/picture 2 is a HEIC picture.*save it as a JPEG.*left out/);
    expect(report.notes.join("\n")).toMatch(/picture 4 is damaged.*left out/);
    expect(report.notes.join("\n")).toMatch(/picture 13 is more than the 10/);
    expect(report.notes.join("\n")).toMatch(/came with 10 pictures/);
    const kept = await readFile(join(content, "photos", names[0] ?? ""));
    expect(await sharp(kept).metadata()).not.toHaveProperty("exif");
    const { reviews, photos } = await loadSite(content, { today: "2026-11-20" });
    expect(reviews.flatMap((one) => one.photos ?? [])).toEqual(
      names.map((name) => ({ file: name, alt: "A photo that the customer took" })),
    );
    expect([...photos.values()].map(({ width }) => width)).toEqual([
      2400,
      ...Array.from({ length: 9 }, () => 40),
    ]);
  });

  test("counts for nothing without the key that signed it", async () => {
    const { command, karen } = await start();
    const file = await write("review.eml", toMail({ link: karen }));
    for (const [key, reason] of [
      ["another key, which is as long", "another key"],
      ["", "no key to check"],
    ] as const) {
      const { out } = await command("import.ts", [file, "--json"], { FINGERPRINT_KEY: key });
      expect(JSON.parse(out)).toMatchObject({ new: [], refused: [{ why: expect.stringContaining(reason) }] });
    }
  });

  test("stays withdrawn once it was redacted", async () => {
    const { command, importing, karen } = await start();
    const file = await write("review.eml", toMail({ link: karen }));
    const report = await importing(file, "--write");
    const id = typeof report === "string" ? "" : String(report.new[0]?.["id"]);
    expect((await command("redact.ts", [id, "--reason", "erasure"])).code).toBe(0);
    expect(await importing(file, "--write")).toMatchObject({ new: [], removed: [{ id }] });
    const again = await write("again.eml", toMail({ link: karen, text: "Once more.", name: "Other" }));
    expect(await importing(again, "--write")).toMatchObject({ new: [], removed: [{ id }] });
  });
});

describe("hostile mails", () => {
  const nested = (levels: number) =>
    Array.from(
      { length: levels },
      (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`,
    ).join("");
  test.each<[string, string]>([
    ["parts in parts", `From: a@b.example\n${nested(3_000)}`],
    ["a heading without an end", `From: a@b.example\nX: ${"y".repeat(1_000_000)}`],
    ["a million headings", "X: y\n".repeat(200_000)],
    ["encoded words", `Subject: ${"=?utf-8?B?4pyT?= ".repeat(20_000)}\n\nx`],
    ["no mail at all", "\u0000\u0001".repeat(1000)],
    ["tags", `Content-Type: text/html\n\n${"<b>".repeat(200_000)}`],
  ])("%s: no review, no crash", async (_, mail) => {
    expect(await readMails(Buffer.from(mail))).toBeUndefined();
  });

  test("a mail is read as far as people write: not deep in others, not after a flood of lines", async () => {
    const inMails = (levels: number, mail: string) =>
      `${"Content-Type: message/rfc822\n\n".repeat(levels)}${mail}`;
    const found = async (mail: string) => (await readMails(Buffer.from(mail)))?.rows.length ?? 0;
    const mail = toMail({ link: token });
    expect([await found(inMails(2, mail)), await found(inMails(3, mail))]).toEqual([1, 0]);
    const after = (lines: number) => `${"\n".repeat(lines)}${toMailBlock({ text: "Fine." })}`;
    expect([await found(after(9_000)), await found(after(300_000))]).toEqual([1, 0]);
    // Photos of 40 MB and more come after the words.
    const flood = Buffer.alloc(41 * 1024 * 1024, "x");
    const large = Buffer.concat([Buffer.from(`${after(1)}\n`), flood]);
    expect((await readMails(large))?.rows).toHaveLength(1);
  });

  test("a mailbox costs in proportion to its length", async () => {
    await expectLinear((size) => {
      const mail = Buffer.from(`From a\n${toMail({ link: token })}\n\n`.repeat(size));
      return () => readMails(mail);
    }, 25);
  });
});
