import { afterAll, beforeAll } from "vitest";
import { testHubOn } from "../contract.ts";
import { startPostgres } from "../postgres.ts";
import { testQueueOn } from "../queue.ts";

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop(), 30_000);

const newDatabase = () => postgres.newDatabase();
testHubOn(newDatabase);
testQueueOn(newDatabase);
