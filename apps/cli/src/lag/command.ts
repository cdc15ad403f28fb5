import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";

const HELP = `
Seconds are the age of the oldest waiting item. If they grow, the process named
beside them is too slow or not running. Use --max-seconds for monitoring: the exit
code is 1 if anything waits longer. It is 2 if no service runs on the data folder
and no servers are set.

Acknowledged reports without rows were accepted more than 15 minutes ago, but the
log has lost their messages. This happens if Kafka's retention deletes them before
they are written. The exit code is 1 while there are any. ruaflow replay
--unstored adds them to the log again, from the bytes that arrived. Reports that
still wait in the log are not counted, so the number may be too small.

  ruaflow lag
  ruaflow lag --max-seconds 300`;

/** `ruaflow lag`: what waits between a report's arrival and its effects, and for how long. */
export function addLagCommand(program: Command, environment: Environment): void {
  program
    .command("lag")
    .description("show the queues: messages, deliveries and lookups, and how long the oldest has waited")
    .option("--max-seconds <seconds>", "end with exit code 1 when anything has waited longer", parseSeconds)
    .option("--json", "print JSON")
    .addHelpText("after", HELP)
    .action(async (options: { maxSeconds?: number; json?: boolean }) => {
      const { printLag } = await import("./run-lag.ts");
      await printLag(environment, options);
    });
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === "" || !Number.isFinite(seconds) || seconds < 0)
    throw new UsageError(`--max-seconds: ${text} is not a number of at least 0`);
  return seconds;
}
