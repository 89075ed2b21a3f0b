/** The element that the page was built with; a page without it is a mistake of ours. */
export function findElement<T extends Element>(
  kind: abstract new () => T,
  selector: string,
  within: ParentNode = document,
): T {
  const element = within.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`this page has no ${kind.name} at ${selector}`);
}
