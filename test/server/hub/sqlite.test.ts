import { testHubOn } from "./contract.ts";
import { newSqlite } from "./house.ts";

testHubOn(async () => newSqlite());
