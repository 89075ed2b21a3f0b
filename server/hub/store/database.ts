import type { Kysely, RawBuilder, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

export type Change = Transaction<Tables>;

/** What differs between the two databases; everything else is one set of queries. */
export interface Database {
  kind: "sqlite" | "postgres";
  /** Transactions that have reached the disk when they are committed. */
  durable: Kysely<Tables>;
  /** Transactions that a power cut may undo, and cheaper for it. */
  relaxed: Kysely<Tables>;
  /** What follows a column that is one of these texts, in a query whose text stays the same however many there are. */
  among(values: readonly string[]): RawBuilder<string>;
  /** A table for a query, of these texts and numbers: its columns are text1, text2, number1, number2. */
  rows(values: readonly { texts: [string, string]; numbers: [number, number] }[]): RawBuilder<unknown>;
  /** What a claiming query ends with, so that nodes do not wait for each other's rows. */
  claiming: RawBuilder<unknown>;
  /** Tells every node, this one included, that there is work. */
  announce(change: Change): Promise<void>;
  /** Calls back when some node has announced work. */
  listen(onWork: () => void): void;
  /** Removes from the files what was deleted, where the database would keep it for a while. */
  purge(): Promise<void>;
  close(): Promise<void>;
  /** May this error go away by itself? */
  isAway: (error: unknown) => boolean;
  /** Was the transaction undone for a reason that does not concern a second attempt? */
  isWorthRepeating: (error: unknown) => boolean;
}
