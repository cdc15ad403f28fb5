import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import { parseCount } from "../option-values.ts";
import type { ReplayChoice } from "./run-replay.ts";
import { addChoice, type ChoiceOptions } from "./submission-options.ts";

const LISTED_DEFAULT = 100;

const HELP = `
A submission is one mail, file or upload. Each has a state: accepted, duplicate,
held (its domain is not verified yet), refused (or in conflict with a stored
report), other (no aggregate report).

  ruaflow submissions list --state refused
  ruaflow submissions show sub_01ka8z5m3nq7v2x4c6b8d0f1gh
  ruaflow submissions show sub_01ka8z5m3nq7v2x4c6b8d0f1gh --raw mail.eml`;

const REPLAY_HELP = `
Reads stored submissions again with today's parser and domains, so that refused
reports may be accepted. First shows the difference in numbers. Stored reports do
not change, and nothing counts twice. With --misread, stored reports get reporter
names that could not be read before, and still count once. With --unstored,
accepted reports that the log has lost are added to it again. ruaflow lag counts
them.

  ruaflow replay --since 2026-01-31 --dry-run
  ruaflow replay --since 2026-01-31 --domain example.com
  ruaflow replay --misread
  ruaflow replay --unstored
  ruaflow replay sub_01ka8z5m3nq7v2x4c6b8d0f1gh

Without ids, --state, --misread and --unstored, refused and other submissions are replayed.`;

/** `ruaflow submissions`: what arrived, and what became of it. */
export function addSubmissionsCommand(program: Command, environment: Environment): void {
  const submissions = program
    .command("submissions")
    .description("list and show everything that arrived, with its outcome")
    .addHelpText("after", HELP);
  addChoice(submissions.command("list").description("list submissions, newest first"))
    .option("--limit <count>", "maximum number to list", parseCount("--limit"), LISTED_DEFAULT)
    .option("--json", "print JSON")
    .action(async (options: ChoiceOptions & { limit: number; json?: boolean }) => {
      const { listSubmissions } = await import("./run-submissions.ts");
      await listSubmissions(environment, options);
    });
  submissions
    .command("show")
    .description("show a submission with all its entries")
    .argument("<id>", "id from `submissions list`")
    .option("--raw <file>", "write the bytes as they arrived to a file, or to standard output (-)")
    .option("--json", "print JSON")
    .action(async (id: string, options: { raw?: string; json?: boolean }) => {
      const { showSubmission } = await import("./run-submissions.ts");
      await showSubmission(environment, id, options);
    });
}

/** `ruaflow replay`: reads kept submissions again. */
export function addReplayCommand(program: Command, environment: Environment): void {
  addChoice(program.command("replay").description("read stored submissions again"))
    .argument("[id...]", "ids from `submissions list`")
    .option("--misread", "submissions with an unreadable reporter name in a stored report; only with --org")
    .option(
      "--unstored",
      "submissions with accepted reports that have no rows and that the log has lost; only with --org",
    )
    .option("--dry-run", "only show the difference in numbers")
    .option("--json", "print the summary as JSON")
    .addHelpText("after", REPLAY_HELP)
    .action(async (ids: string[], options: ReplayChoice & { dryRun?: boolean; json?: boolean }) => {
      const { dryRun = false, json = false, ...choice } = options;
      assertAlone(choice, "misread");
      assertAlone(choice, "unstored");
      const hasChoice = Object.keys(choice).length > 0;
      if (ids.length > 0 === hasChoice) throw new UsageError("Give ids, or a filter such as --since, but not both.");
      const { runReplay } = await import("./run-replay.ts");
      await runReplay(environment, ids.length > 0 ? ids : choice, { dryRun, json });
    });
}

function assertAlone(choice: ReplayChoice, option: "misread" | "unstored"): void {
  const others = Object.keys(choice).filter((given) => given !== option && given !== "org");
  if (choice[option] && others.length > 0) throw new UsageError(`--${option} can only be combined with --org.`);
}
