// On the page to share: the widget as it is set, the code that brings it, and the cards to print.

const form = document.querySelector<HTMLFormElement>("[data-widget]");
const preview = document.querySelector("open-reviews");
const code = document.querySelector("[data-widget-code] code");
const script = code?.textContent.split("\n")[0] ?? "";

function show(): void {
  if (!form || !preview || !code) return;
  const settings = new FormData(form);
  // The accent counts once it was chosen, and how many of a list alone.
  if (form.dataset["accent"] === undefined) settings.delete("accent");
  if (settings.get("shape") !== "") settings.delete("limit");
  const attributes = [...settings].flatMap(([name, value]) =>
    typeof value === "string" && value !== "" ? [[name, value] as const] : [],
  );
  for (const name of ["shape", "theme", "filter", "limit", "accent"])
    if (!attributes.some(([given]) => given === name)) preview.removeAttribute(name);
  for (const [name, value] of attributes) preview.setAttribute(name, value);
  code.textContent = `${script}\n<open-reviews${attributes.map(([name, value]) => ` ${name}="${value}"`).join("")}></open-reviews>`;
}

form?.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.type === "color") form.dataset["accent"] = "chosen";
  show();
});
// A browser may have kept what was set before.
show();

const print = document.querySelector<HTMLButtonElement>("[data-print]");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
