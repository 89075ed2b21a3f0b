import { parseInvitation, toIsoDay, toMailBlock } from "../../schema/invitation.ts";

// /write/ in the browser: reads the invitation from the address, and prepares an e-mail from what was filled in. Nothing
// is sent from here; where the owner has a form service, the form itself goes there.

/** Some systems hand no longer address to the mail program. */
const maxAddress = 1_900;

const find = document.querySelector.bind(document);

function showInvitation({ dataset, elements }: HTMLFormElement): void {
  const input = elements.namedItem("invitation") as HTMLInputElement;
  input.value ||= location.hash.slice(1);
  const invitation = parseInvitation(input.value);
  const shown = find<HTMLElement>("[data-shown]")!;
  if (invitation === undefined) return;
  for (const one of document.querySelectorAll<HTMLElement>("[data-without]")) one.hidden = true;
  shown.hidden = false;
  const service = (JSON.parse(dataset["services"] ?? "") as Record<string, string>)[invitation.service];
  const day = new Date(toIsoDay(invitation.day)).toLocaleDateString(document.documentElement.lang, {
    dateStyle: "long",
    timeZone: "UTC",
  });
  const text = service ? dataset["yours"]?.replace("{service}", service) : dataset["plain"];
  shown.textContent = text?.replace("{day}", day) ?? "";
}

function prepareMail(form: HTMLFormElement): void {
  const { email = "", subject = "", intro = "" } = form.dataset;
  const text = `${intro}\n\n${toMailBlock(Object.fromEntries(new FormData(form)))}\n`;
  find<HTMLTextAreaElement>("[data-mail]")!.value = text;
  const address = `mailto:${email}?subject=${encodeURIComponent(subject)}`;
  const whole = `${address}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;
  // A mail that cannot be opened whole is opened empty, for the text to be pasted into.
  find<HTMLAnchorElement>("[data-open]")!.href = whole.length <= maxAddress ? whole : address;
  find<HTMLElement>("[data-ready]")!.hidden = false;
  find<HTMLElement>("#ready-heading")!.focus();
}

const form = find<HTMLFormElement>("[data-write]")!;
showInvitation(form);
if (form.dataset["email"] !== undefined) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    prepareMail(form);
  });
}
