import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);

/** The environment of the sidecar; SPEC section 10 explains each variable. */
export const Env = z.object({
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .default("http://localhost:3000"),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: port.default(3000),
  DIST: z.string().min(1).default("./dist"),
});
export type Env = z.infer<typeof Env>;
