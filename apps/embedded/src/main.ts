import { describeSettings, failProcess, findUnknownVariables, runProcess } from "@ruaflow/runtime";
import { describeStart } from "./banner.ts";
import { readEmbeddedSettings, settingsSchema } from "./config.ts";
import { startEmbedded } from "./embedded.ts";

await runProcess(async () => {
  const settings = readEmbeddedSettings(process.env);
  for (const name of findUnknownVariables("RUAFLOW_", [settingsSchema], process.env)) {
    process.stderr.write(`warning: ${name} is set, but there is no such setting\n`);
  }
  if (process.argv.includes("--check-config")) {
    process.stdout.write(`${describeSettings(settingsSchema, settings)}\n`);
    process.exit(0);
  }
  const service = await startEmbedded({ settings, onFatal: failProcess });
  process.stdout.write(describeStart(service, settings));
  return service;
});
