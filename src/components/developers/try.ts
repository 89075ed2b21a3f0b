// "Try it" on the page for developers: asks this very server and shows what it answers.

const longest = 6000;

function addressOf(form: HTMLFormElement): string {
  let path = form.dataset["path"] ?? "";
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll("input")) {
    if (input.dataset["in"] === "path")
      path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.value !== "") query.set(input.name, input.value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

function toShown(text: string): string {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // What is no JSON is shown as it came.
  }
  return shown.length > longest
    ? `${shown.slice(0, longest)}\n… ${shown.length - longest} more characters`
    : shown;
}

for (const form of document.querySelectorAll<HTMLFormElement>("[data-try]")) {
  const addresses = form.closest(".endpoint")?.querySelectorAll("[data-address]") ?? [];
  const state = form.querySelector("[data-state]");
  const answer = form.querySelector<HTMLElement>("[data-answer]");
  const shown = answer?.querySelector("code");
  if (!state || !answer || !shown) continue;
  form.addEventListener("input", () => {
    // What URLSearchParams writes needs no quoting in any of the languages.
    for (const address of addresses) address.textContent = location.origin + addressOf(form);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void (async () => {
      state.textContent = "Asking…";
      try {
        const started = performance.now();
        const response = await fetch(addressOf(form), {
          cache: "no-store",
          signal: AbortSignal.timeout(15_000),
        });
        const text = await response.text();
        const took = Math.round(performance.now() - started);
        shown.textContent = toShown(text);
        answer.hidden = false;
        state.textContent = `${response.status} ${response.statusText}, ${response.headers.get("Content-Type") ?? ""}, ${took} ms`;
      } catch {
        answer.hidden = true;
        state.textContent = navigator.onLine
          ? "The server did not answer. Try again in a moment."
          : "You are offline.";
      }
    })();
  });
}
