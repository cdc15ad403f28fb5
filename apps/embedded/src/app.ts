import type { App } from "@ruaflow/runtime";
import { describeStart } from "./banner.ts";
import { settingsSchema } from "./config.ts";
import { listRoles, startEmbedded } from "./embedded.ts";
import { leaveRoot } from "./leave-root/leave-root.ts";

/** The app that `npm start` runs. */
export const embeddedApp: App<typeof settingsSchema> = {
  name: "ruaflow",
  description: "the whole product in one process; engines without a server in the settings run embedded",
  settings: settingsSchema,
  hasEverySetting: true,
  roles: listRoles,
  async start(settings, context) {
    await leaveRoot(settings, context.logger);
    const service = await startEmbedded(settings, context);
    return { ...service, name: "ruaflow", greeting: describeStart(service, settings) };
  },
};
