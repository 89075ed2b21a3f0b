import { testHubOn } from "./contract.ts";
import { newSqlite } from "./house.ts";
import { testQueueOn } from "./queue.ts";

const newDatabase = async () => newSqlite();
testHubOn(newDatabase);
testQueueOn(newDatabase);
