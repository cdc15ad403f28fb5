import type { MetadataStore } from "@ruaflow/metadata-store";
import type { LoopOptions } from "@ruaflow/runtime/work";

/** Ends releases that are done, and removes reports that were held for too long and bytes that nothing needs any longer. */
export function createExpiryRound({ metadata }: { readonly metadata: MetadataStore }): LoopOptions["work"] {
  return async () => {
    await metadata.domains.finishReleases();
    await metadata.domains.eraseBodies();
    while ((await metadata.domains.expireHeldReports()) > 0);
    return false;
  };
}
