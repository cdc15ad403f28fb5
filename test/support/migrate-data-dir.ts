// `node migrate-data-dir.ts FOLDER`: makes a data folder with the current schemas and nothing in them. A separate process, because
// tests have no engines of their own.
import { startEngines } from "@ruaflow/embedded";
import { type Settings, settingsSchema } from "@ruaflow/embedded/settings";
import { failProcess } from "@ruaflow/runtime";
import { createLogger } from "@ruaflow/runtime/logging";
import { readSettings } from "@ruaflow/runtime/settings";

const settings: Settings = readSettings(settingsSchema, { RUAFLOW_DATA_DIR: process.argv[2] ?? "" });
const logger = createLogger({ app: "test", level: "warn" });
const engines = await startEngines(settings, { logger, description: "a test run", onFatal: failProcess });
await engines.stop();
process.exit();
