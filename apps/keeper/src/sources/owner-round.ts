import type { LoopOptions } from "@ruaflow/runtime/work";
import { type CopyOptions, copyFacts } from "./copy-round.ts";
import { restAfter } from "./rest.ts";
import type { SourcesOptions } from "./sources-options.ts";

/** Sources per step. */
const SOURCES_MAX = 1000;

/** After a start with other data sets, or a change of the operator's files, replaces owners and countries of all sources. */
export function createOwnerRound(options: CopyOptions & Pick<SourcesOptions, "ipData">): LoopOptions["work"] {
  const { metadata, ipData } = options;
  /** `after`: the last address that was checked; `null`: all were. */
  let progress: { readonly dataSets: string; readonly after: string | null } = { dataSets: "", after: null };

  return async (stopping) => {
    const startedAt = performance.now();
    const dataSets = ipData.describe();
    if (progress.dataSets !== dataSets) progress = { dataSets, after: "" };
    const { after } = progress;
    if (after === null) return false;
    const addresses = await metadata.sources.listOutdatedAddresses({ dataSets, after, limit: SOURCES_MAX });
    const owners = addresses.map((address) => ({ address, dataSets, ...ipData.lookup(address) }));
    if (owners.length > 0) {
      await metadata.sources.saveOwners(owners);
      await copyFacts(options, addresses);
    }
    progress = { dataSets, after: addresses.length === SOURCES_MAX ? (addresses.at(-1) ?? null) : null };
    if (progress.after !== null) await restAfter(startedAt, stopping);
    return progress.after !== null;
  };
}
