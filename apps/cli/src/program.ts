import { failProcess } from "@ruaflow/runtime";
import { releaseVersion } from "@ruaflow/runtime/release-version";
import type { Environment } from "@ruaflow/runtime/settings";
import { Command } from "commander";
import { addAnalystsCommand } from "./analysts/command.ts";
import { addBackupCommands } from "./backup/command.ts";
import { addDeadLettersCommand } from "./dead-letters/command.ts";
import { addDemoCommand } from "./demo/command.ts";
import { addDoctorCommand } from "./doctor/command.ts";
import { addDomainsCommand } from "./domains/command.ts";
import { addExplainCommand } from "./explain/command.ts";
import { addExportCommand } from "./export/command.ts";
import { addImportCommand } from "./import/command.ts";
import { addKeysCommand } from "./keys/command.ts";
import { addSignInCommand } from "./keys/sign-in.ts";
import { addLagCommand } from "./lag/command.ts";
import { addMigrateCommand } from "./migrate/command.ts";
import { addMoveCommand } from "./move/command.ts";
import { addOrgsCommand } from "./orgs/command.ts";
import { addReconcileCommands } from "./reconcile/command.ts";
import { addSelfTestCommand } from "./self-test/command.ts";
import { addSourcesCommand } from "./sources/command.ts";
import { addSqlCommand } from "./sql/command.ts";
import { addReplayCommand, addSubmissionsCommand } from "./submissions/command.ts";
import { addWebhooksCommand } from "./webhooks/command.ts";

const HELP = `
Commands that need the stores use the service that runs on the data folder
(RUAFLOW_DATA_DIR, ./data by default). Without a running service, they start the
engines themselves if the folder has data. To use servers instead, set
DATABASE_URL, CLICKHOUSE_URL and KAFKA_BROKERS.`;

/** Runs the command that the arguments name, then ends the process. */
export async function runProgram(process: NodeJS.Process): Promise<void> {
  try {
    await createProgram(process.env).parseAsync(process.argv);
    // Pipes are written asynchronously: ending the process at once would cut off long output.
    await new Promise<void>((resolve) => process.stdout.write("", () => resolve()));
    process.exit();
  } catch (error) {
    failProcess(error);
  }
}

/** The ruaflow command with all its subcommands. */
export function createProgram(environment: Environment): Command {
  const program = new Command("ruaflow")
    .version(releaseVersion, "-V, --version", "print the version")
    .description("Collects DMARC aggregate reports and answers questions about them.")
    .addHelpText("after", HELP)
    .showHelpAfterError("(add --help for usage)");
  addImportCommand(program, environment);
  addExplainCommand(program);
  addSubmissionsCommand(program, environment);
  addReplayCommand(program, environment);
  addDemoCommand(program, environment);
  addDomainsCommand(program, environment);
  addKeysCommand(program, environment);
  addSignInCommand(program, environment);
  addOrgsCommand(program, environment);
  addWebhooksCommand(program, environment);
  addSqlCommand(program, environment);
  addExportCommand(program, environment);
  addAnalystsCommand(program, environment);
  addMigrateCommand(program, environment);
  addBackupCommands(program, environment);
  addMoveCommand(program, environment);
  addReconcileCommands(program, environment);
  addDeadLettersCommand(program, environment);
  addLagCommand(program, environment);
  addDoctorCommand(program, environment);
  addSelfTestCommand(program, environment);
  addSourcesCommand(program, environment);
  return program;
}
