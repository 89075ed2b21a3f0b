import { join } from "node:path";

/**
 * The content that tests run on: the demonstration as this project ships it. It is a copy, so that the tests of an owner
 * who has put his own business into content/ still pass; .ci/run compares the two.
 */
export const demonstration = join(import.meta.dirname, "fixtures", "demonstration");
