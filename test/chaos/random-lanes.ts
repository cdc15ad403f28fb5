// Loaded before the product by `npm run chaos -- --lanes`: each report takes a lane at random, also one that is sent again.
import { registerHooks } from "node:module";

const CHOOSE_LANE = new URL("../../apps/ingest/src/lanes/choose-lane.ts", import.meta.url).href;

registerHooks({
  load(url, context, nextLoad) {
    if (url !== CHOOSE_LANE) return nextLoad(url, context);
    return {
      format: "module",
      source: "export const createLaneChooser = () => async () => Math.random() < 0.5 ? 'live' : 'bulk';",
      shortCircuit: true,
    };
  },
});
