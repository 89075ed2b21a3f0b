import { randomBytes } from "node:crypto";

/** A name for something new that nobody can guess. */
export const newId = (): string => randomBytes(16).toString("base64url");
