import type { App } from "@ruaflow/runtime";
import { describeStart } from "./banner.ts";
import { settingsSchema } from "./config.ts";
import { startEmbedded } from "./embedded.ts";

/** What `npm start` runs. */
export const embeddedApp: App<typeof settingsSchema> = {
  name: "ruaflow",
  description: "the whole product in one process; engines that no setting names run embedded",
  settings: settingsSchema,
  async start(settings, context) {
    const service = await startEmbedded(settings, context);
    return { ...service, name: "ruaflow", greeting: describeStart(service, settings) };
  },
};
