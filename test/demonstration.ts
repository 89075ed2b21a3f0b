import { join } from "node:path";

/** The content that tests run on: the demonstration as this project ships it. */
export const demonstration = join(import.meta.dirname, "../content");
