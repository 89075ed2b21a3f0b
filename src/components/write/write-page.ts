import { createWords, type PackedWords } from "../../messages/words.ts";
import { type HandedOver, handedOver, parseInvitation, toMailBlock } from "../../schema/invitation.ts";

// /write/ in the browser: reads the invitation from the address, and prepares an e-mail from what was filled in. Nothing
// is sent from here; where the owner has a form service, the form itself goes there.

/** Some systems hand no longer address to the mail program. */
const maxAddress = 1_900;

const find = document.querySelector.bind(document);

function showInvitation(form: HTMLFormElement, t: ReturnType<typeof createWords>): void {
  const input = form.querySelector<HTMLInputElement>("[name=invitation]");
  const shown = find<HTMLElement>("[data-yours]");
  const without = find<HTMLElement>("[data-without]");
  if (!input || !shown) return;
  if (location.hash.length > 1) input.value = location.hash.slice(1);
  const invitation = parseInvitation(input.value);
  shown.hidden = invitation === undefined;
  if (without) without.hidden = invitation !== undefined;
  if (invitation === undefined) return;
  const services = JSON.parse(form.dataset["services"] ?? "{}") as Record<string, string>;
  const [service, day] = [services[invitation.service], t.day(invitation.day)];
  shown.textContent =
    service === undefined ? t.t("write.yoursPlain", { day }) : t.t("write.yours", { service, day });
}

function fieldsOf(form: HTMLFormElement): HandedOver {
  const data = new FormData(form);
  const fields: HandedOver = {};
  for (const key of handedOver) {
    const value = data.get(key);
    if (typeof value === "string") fields[key] = value.replace(/\r\n?/g, "\n");
  }
  return fields;
}

function prepareMail(form: HTMLFormElement, { t }: ReturnType<typeof createWords>): void {
  const { email = "", subject = "" } = form.dataset;
  const text = `${t("write.mailIntro")}\n\n${toMailBlock(fieldsOf(form))}\n`;
  const heading = find<HTMLElement>("[data-ready-heading]");
  const ready = find<HTMLElement>("[data-ready]");
  const area = find<HTMLTextAreaElement>("[data-mail]");
  const open = find<HTMLAnchorElement>("[data-open]");
  if (!ready || !area || !open) return;
  area.value = text;
  const address = `mailto:${email}?subject=${encodeURIComponent(subject)}`;
  const whole = `${address}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;
  // A mail that cannot be opened whole is opened empty, for the text to be pasted into.
  open.href = whole.length <= maxAddress ? whole : address;
  ready.hidden = false;
  heading?.focus();
}

const form = find<HTMLFormElement>("[data-write]");
if (form) {
  const words = createWords(JSON.parse(form.dataset["words"] ?? "{}") as PackedWords);
  showInvitation(form, words);
  addEventListener("hashchange", () => showInvitation(form, words));
  form.querySelector("[name=invitation]")?.addEventListener("input", () => {
    const shown = find<HTMLElement>("[data-yours]");
    if (shown) shown.hidden = true;
  });
  if (form.dataset["email"] !== undefined) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      prepareMail(form, words);
    });
  }
  const copy = find<HTMLButtonElement>("[data-copy]");
  copy?.addEventListener("click", () => {
    const area = find<HTMLTextAreaElement>("[data-mail]");
    area?.select();
    void navigator.clipboard.writeText(area?.value ?? "").then(
      () => (copy.textContent = words.t("write.copied")),
      // The text is selected: the keys that copy do it as well.
      () => undefined,
    );
  });
}
