// Loaded before the apps in the control run of the bench's part lanes: every report goes to the live lane.
import { registerHooks } from "node:module";

const CHOOSE_LANE = new URL("../../apps/ingest/src/lanes/choose-lane.ts", import.meta.url).href;

registerHooks({
  load(url, context, nextLoad) {
    if (url !== CHOOSE_LANE) return nextLoad(url, context);
    return {
      format: "module",
      source: "export const createLaneChooser = () => async () => 'live';",
      shortCircuit: true,
    };
  },
});
