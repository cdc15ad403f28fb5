import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";

interface WarnOptions {
  readonly metadata: Pick<MetadataStore, "watch">;
  readonly logger: Logger;
  readonly reportDomain: string;
}

/**
 * Returns a function that tells the operator once, and again when the number changes, that the authorization to receive reports is not
 * published. It is the operator's task, so no domain has it as a reason for attention.
 */
export function createAuthorizationWarning({ metadata, logger, reportDomain }: WarnOptions): () => Promise<void> {
  let last = 0;
  return async () => {
    const { domains, missing, example } = await metadata.watch.readReportAuthorization();
    if (missing > 0 && missing !== last) {
      const publish = `*._report._dmarc.${reportDomain} TXT "v=DMARC1;"`;
      const problem = "receivers send no reports about these domains: publish the record that authorizes this service";
      logger.warn({ domains, missing, example, publish }, problem);
    }
    last = missing;
  };
}

/** Shows at each scrape for how many domains the authorization is missing. */
export function observeAuthorization(metrics: Metrics, metadata: Pick<MetadataStore, "watch">): void {
  metrics.gauge(
    "ruaflow_report_authorizations_missing",
    "Verified domains for which the operator has not published the authorization to receive reports.",
    async () => (await metadata.watch.readReportAuthorization()).missing,
  );
}
