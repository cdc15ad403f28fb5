import type { App } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import { describeStart } from "./banner.ts";
import { settingsSchema } from "./config.ts";
import { listRoles, startEmbedded } from "./embedded.ts";
import { leaveRoot } from "./leave-root/leave-root.ts";

const SAY_EVERY_MS = 3000;

/** The app that `npm start` runs. */
export const embeddedApp: App<typeof settingsSchema> = {
  name: "ruaflow",
  description: "the whole product in one process; engines without a server in the settings run embedded",
  settings: settingsSchema,
  hasEverySetting: true,
  roles: listRoles,
  async start(settings, context) {
    await leaveRoot(settings, context.logger);
    const service = await announceProgress(context.logger, () => startEmbedded(settings, context));
    return { ...service, name: "ruaflow", greeting: describeStart(service, settings) };
  },
};

/** A first start takes long enough that the operator would take silence for a fault. */
async function announceProgress<Result>(logger: Logger, start: () => Promise<Result>): Promise<Result> {
  const startedAtMs = Date.now();
  logger.info("starting PostgreSQL, ClickHouse and the service");
  const progress = setInterval(() => {
    logger.info(`still starting: ${Math.round((Date.now() - startedAtMs) / 1000)} s`);
  }, SAY_EVERY_MS);
  try {
    return await start();
  } finally {
    clearInterval(progress);
  }
}
