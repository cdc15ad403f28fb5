import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import { parseCount } from "../option-values.ts";

const SECOND_MS = 1000;

const HELP = `
Sends a test report about a test domain through the running service: SMTP, log,
rows, API and webhook. Prints the milliseconds of each hop. The report belongs to
an organization of its own, so it counts nowhere. It is removed at the end.

Without RUAFLOW_REPORT_DOMAIN there is no SMTP receiver, and the report is
uploaded. The exit code is 1 if a hop failed.

  ruaflow self-test
  ruaflow self-test --url https://reports.example.com --smtp mx.example.com:25`;

/** `ruaflow self-test`: one report through every hop. */
export function addSelfTestCommand(program: Command, environment: Environment): void {
  program
    .command("self-test")
    .description("send a test report through every hop of the running service, then remove it")
    .option("--url <url>", "base URL of the API; by default this machine and RUAFLOW_PORT")
    .option("--smtp <host:port>", "SMTP receiver; by default RUAFLOW_SMTP_HOST and RUAFLOW_SMTP_PORT")
    .option("--webhook <url>", "deliver the event to this endpoint; by default to a reserved name")
    .option("--timeout <seconds>", "longest wait for each hop", parseCount("--timeout"), 60)
    .option("--json", "print JSON")
    .addHelpText("after", HELP)
    .action(async ({ timeout, json = false, ...options }: Given) => {
      const { runSelfTest } = await import("./run-self-test.ts");
      await runSelfTest(environment, { ...options, json, timeoutMs: timeout * SECOND_MS });
    });
}

interface Given {
  readonly url?: string;
  readonly smtp?: string;
  readonly webhook?: string;
  readonly timeout: number;
  readonly json?: boolean;
}
