import { randomBytes } from "node:crypto";
import type { EventLog } from "../../log.ts";

/** A part of a statement: a value, which is sent beside the text, or more text. */
export type Value = string | number | null | Uint8Array | readonly string[] | Sql;

/** A piece of SQL and its values. */
export class Sql {
  readonly strings: readonly string[];
  readonly values: readonly Value[];
  constructor(strings: readonly string[], values: readonly Value[]) {
    this.strings = strings;
    this.values = values;
  }
}
export const sql = (strings: TemplateStringsArray, ...values: Value[]): Sql => new Sql(strings, values);
/** Text that this program has written itself, such as a column's name. */
export const raw = (text: string): Sql => new Sql([text], []);
/** PostgreSQL cannot tell the type of a number that stands alone in an expression. */
export const bigint = (value: number): Sql => sql`cast(${value} as bigint)`;

export type Parameter = Exclude<Value, Sql>;

const compile = (statement: Sql, placeholder: (index: number) => string) => {
  const parameters: Parameter[] = [];
  const write = ({ strings, values }: Sql): string =>
    strings.reduce((text, string, index) => {
      const value = values[index - 1];
      if (value instanceof Sql) return text + write(value) + string;
      parameters.push(value ?? null);
      return text + placeholder(parameters.length) + string;
    });
  return { text: write(statement), parameters };
};

/** The differences between the two databases' SQL; everything else is one set of queries. */
export interface Dialect {
  kind: "sqlite" | "postgres";
  placeholder: (index: number) => string;
  /** A condition that the column is one of these texts; the statement is the same however many there are. */
  among(values: readonly string[]): Sql;
  /** Ends a query whose rows are to be changed, and one that leaves out what another node is changing. */
  forUpdate: Sql;
  skipLocked: Sql;
}

/** A connection; inside of `change`, a transaction. */
export interface Db extends Omit<Dialect, "placeholder"> {
  rows<R>(strings: TemplateStringsArray, ...values: Value[]): Promise<R[]>;
  /** Runs a statement that returns nothing; tells how many rows it has changed. */
  run(strings: TemplateStringsArray, ...values: Value[]): Promise<number>;
}

export const createDb = (
  dialect: Dialect,
  execute: (text: string, parameters: Parameter[]) => Promise<{ rows: unknown[]; changes: number }>,
): Db => {
  const send = (statement: Sql) => {
    const { text, parameters } = compile(statement, dialect.placeholder);
    return execute(text, parameters);
  };
  return {
    ...dialect,
    rows: async <R>(strings: TemplateStringsArray, ...values: Value[]) =>
      (await send(new Sql(strings, values))).rows as R[],
    run: async (strings, ...values) => (await send(new Sql(strings, values))).changes,
  };
};

/** A durable transaction has reached the disk when it is committed; a relaxed one may be undone by a power cut. */
export type Mode = "read" | "relaxed" | "durable";

export interface Database {
  kind: Dialect["kind"];
  use<T>(mode: Mode, work: (db: Db) => Promise<T>): Promise<T>;
  /** Removes from the files what was deleted, where the database would keep it for a while. */
  purge: () => Promise<void>;
  close: () => Promise<void>;
  /** May this error go away by itself? */
  isAway: (error: unknown) => boolean;
  /** Was the transaction undone for a reason that does not concern a second attempt? */
  isWorthRepeating: (error: unknown) => boolean;
}

/** The store cannot work as it is, and will not by itself: it is damaged, not ours, or newer than this program. */
export class StoreUnusable extends Error {
  override readonly name = "StoreUnusable";
}

/** The store does not answer, or takes no writes, and may be back later. */
export class StoreAway extends Error {
  override readonly name = "StoreAway";
}

/** How long after the store was found away it is tried again. */
export const storeRetryMs = 1_000;

/** Logs an error. That the store is away is logged once, by the store, and not by each who notices. */
export const logError = (
  log: EventLog,
  event: string,
  error: unknown,
  fields: Record<string, unknown> = {},
): void => {
  if (!(error instanceof StoreAway)) log.error(event, { error: String(error), ...fields });
};

export const newId = (): string => randomBytes(16).toString("base64url");
