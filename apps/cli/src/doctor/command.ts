import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";

const HELP = `
Changes nothing. It needs the settings of the service: run it in the same folder,
or with the same environment. The exit code is 1 if a check failed; warnings leave
it at 0.

  ruaflow doctor
  ruaflow doctor --url http://127.0.0.1:8081`;

/** `ruaflow doctor`: checks the installation and says how to mend it. */
export function addDoctorCommand(program: Command, environment: Environment): void {
  program
    .command("doctor")
    .description("check settings, folder, ports, stores, DNS and certificates, and show how to fix each fault")
    .option(
      "--url <url>",
      "base URL of the running service; by default the one that runs on the data folder, or RUAFLOW_PORT",
    )
    .option("--json", "print JSON")
    .addHelpText("after", HELP)
    .action(async (options: { url?: string; json?: boolean }) => {
      const { runDoctor } = await import("./run-doctor.ts");
      await runDoctor(environment, options);
    });
}
