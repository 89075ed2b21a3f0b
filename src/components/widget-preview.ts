// On the page to share: the widget as it is set, the code that brings it, and the cards to print.

const form = document.querySelector<HTMLFormElement>("[data-widget]");
const preview = document.querySelector("open-reviews");
const code = document.querySelector("[data-widget-code] code");
const script = code?.textContent.split("\n")[0] ?? "";

function show(): void {
  if (!form || !preview || !code) return;
  // The accent counts once it was chosen.
  const settings = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && (name !== "accent" || form.dataset["accent"])
      ? [[name, value] as const]
      : [],
  );
  const shape = form.elements.namedItem("shape");
  const isList = shape instanceof HTMLSelectElement && shape.value === "";
  const given = settings.filter(([name, value]) => value !== "" && (name !== "limit" || isList));
  for (const name of ["shape", "theme", "accent", "filter", "limit"]) {
    const value = given.find(([key]) => key === name)?.[1];
    if (value !== undefined) preview.setAttribute(name, value);
    else preview.removeAttribute(name);
  }
  const attributes = given.map(([name, value]) => ` ${name}="${value}"`).join("");
  code.textContent = `${script}\n<open-reviews${attributes}></open-reviews>`;
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
