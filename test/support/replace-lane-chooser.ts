import { registerHooks } from "node:module";

const CHOOSE_LANE = new URL("../../apps/ingest/src/lanes/choose-lane.ts", import.meta.url).href;

/**
 * Lets the product that is loaded next choose the lane of each report in another way.
 *
 * @param lane JavaScript expression of the lane, computed for each report
 */
export function replaceLaneChooser(lane: string): void {
  registerHooks({
    load(url, context, nextLoad) {
      if (url !== CHOOSE_LANE) return nextLoad(url, context);
      const source = `export const createLaneChooser = () => async () => ${lane};`;
      return { format: "module", source, shortCircuit: true };
    },
  });
}
