// Loaded into each thread of a hub's process: FAULT=<before|after>:<n> kills the process at the nth commit.
import { DatabaseSync } from "node:sqlite";

const { FAULT = "" } = process.env;
const [when, count] = FAULT.split(":");
let commits = 0;
const exec = Reflect.get(DatabaseSync.prototype, "exec");
DatabaseSync.prototype.exec = function (sql: string) {
  const here = sql === "commit" && (commits += 1) === Number(count);
  if (here && when === "before") process.kill(process.pid, "SIGKILL");
  exec.call(this, sql);
  if (here && when === "after") process.kill(process.pid, "SIGKILL");
};
