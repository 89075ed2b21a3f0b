import { testHubOn } from "../contract.ts";
import { newSqlite } from "../test-network.ts";
import { testQueueOn } from "../queue.ts";

const newDatabase = async () => newSqlite();
testHubOn(newDatabase);
testQueueOn(newDatabase);
