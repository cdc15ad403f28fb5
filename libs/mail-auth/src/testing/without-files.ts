// A process of a test: verifies a mail while no file can be opened, and after that.
import { isOutage } from "@ruaflow/runtime/errors";
import { takeAllFiles } from "@ruaflow/runtime/testing";
import { createVerifyLane } from "../verify-lane.ts";

const signature = "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=a.example; s=s; h=from; bh=AA; b=AA\r\n";
const mail = Buffer.from(`${signature}From: a@a.example\r\n\r\na\r\n`);
const lane = createVerifyLane({ cpuMsMax: 10_000 });

async function verify(): Promise<string> {
  return lane.verify("a", { mail, keys: new Map() }).then(
    (result) => `${result?.signatures.length} signature`,
    (error: unknown) => (isOutage(error) ? "outage" : String(error)),
  );
}

const giveBack = takeAllFiles();
const without = await verify();
giveBack();
process.stdout.write(JSON.stringify([without, await verify()]));
process.exit();
