import { z } from "zod";
import { PlainError } from "./errors.ts";

const isOrigin = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === "/" &&
    url.search + url.hash + url.username + url.password === ""
  );
};

/** BASE_URL, the deploy's public address, as every absolute URL begins: a scheme, a host, and nothing after it. */
export const BaseUrl = z
  .string()
  .refine(isOrigin, "must be the address of a whole host, such as https://reviews.example.com")
  .transform((text) => new URL(text).origin)
  .default("http://localhost:3000");

/** The same for whoever reads no other variable; an empty one is not given. Throws a line that says what to fix. */
export function parseBaseUrl(given: string | undefined): string {
  const result = BaseUrl.safeParse(given || undefined);
  if (result.success) return result.data;
  throw new PlainError(`BASE_URL ${result.error.issues[0]?.message}, got ${JSON.stringify(given)}`);
}
