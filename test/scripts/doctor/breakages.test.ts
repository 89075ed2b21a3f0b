import { describeBreakages } from "./describe-breakages.ts";

// All of them take a minute: npm run test:long.
describeBreakages(4);
