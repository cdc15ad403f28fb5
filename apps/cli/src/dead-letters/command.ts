import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import { parseCount, parseTime } from "../option-values.ts";
import type { Choice } from "./choose-letters.ts";

const LISTED_DEFAULT = 100;

const HELP = `
A message that cannot be processed becomes a dead letter: its bytes and the
reason are kept, and all other work continues. Once the cause is fixed (a
constraint, an older release), replay the message:

  ruaflow dead-letters list
  ruaflow dead-letters show ruaflow.reports.v1/3/1207
  ruaflow dead-letters replay --all --reason refused

Replaying a message again never counts it twice. Dead letters are kept for 30
days.`;

/** `ruaflow dead-letters`: messages that could not be processed, and their replay. */
export function addDeadLettersCommand(program: Command, environment: Environment): void {
  const letters = program
    .command("dead-letters")
    .description("messages that could not be processed: list, show and replay")
    .addHelpText("after", HELP);
  letters
    .command("list")
    .description("list dead letters, newest first")
    .option("--reason <reason>", "limit to this reason: refused, unsettled, unreadable, incomplete, …")
    .option(
      "--since <time>",
      "limit to this time or later: 2026-01-31 or 2026-01-31T12:00:00Z (UTC)",
      parseTime("--since"),
    )
    .option("--limit <count>", "maximum number to list", parseCount("--limit"), LISTED_DEFAULT)
    .option("--json", "print JSON")
    .action(async ({ limit, json = false, ...choice }: Choice & { limit: number; json?: boolean }) => {
      const { listLetters } = await import("./run-dead-letters.ts");
      await listLetters(environment, choice, { limit, json });
    });
  letters
    .command("show")
    .description("show one dead letter in full")
    .argument("<id>", "id from `dead-letters list`")
    .option("--raw <file>", "write the message's bytes to a file, or to standard output (-)")
    .option("--json", "print JSON")
    .action(async (id: string, { raw, json = false }: { raw?: string; json?: boolean }) => {
      const { showLetter } = await import("./run-dead-letters.ts");
      await showLetter(environment, id, { raw, json });
    });
  letters
    .command("replay")
    .description("append messages to their topics again for processing")
    .argument("[id...]", "ids from `dead-letters list`")
    .option("--all", "every dead letter that was not replayed yet")
    .option("--reason <reason>", "with --all: limit to this reason")
    .option("--since <time>", "with --all: limit to this time or later", parseTime("--since"))
    .option("--dry-run", "only list what would be replayed")
    .action(async (ids: string[], options: Choice & { all?: boolean; dryRun?: boolean }) => {
      const { all = false, dryRun = false, ...choice } = options;
      if (all === ids.length > 0) throw new UsageError("Give either the ids to replay or --all.");
      if (!all && Object.keys(choice).length > 0)
        throw new UsageError("--reason and --since can only be used with --all.");
      const { replayLetters } = await import("./run-dead-letters.ts");
      await replayLetters(environment, all ? choice : ids, { dryRun });
    });
}
