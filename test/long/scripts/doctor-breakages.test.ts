import { describeBreakages } from "../../scripts/doctor/describe-breakages.ts";

describeBreakages(1);
