import { useLocation } from "preact-iso";
import { useFilter } from "../../filter/filter.ts";
import { describePeriod } from "../../filter/period.ts";
import { Empty } from "../../parts/states.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";

/** Says whether nothing came, or nothing fits the filter. */
export function NoSubmissions() {
  const { query } = useLocation();
  const { filter, linkTo, change } = useFilter();
  const mayUpload = useScope("ingest:write");
  const period = describePeriod(filter.period);
  if (query.state || query.channel || query.reason || query.about || filter.domainId || filter.client) {
    const all = { state: undefined, channel: undefined, reason: undefined, about: undefined };
    return (
      <Empty title={`Nothing that matches arrived in ${period}.`}>
        <p class="actions">
          <button type="button" onClick={() => change({ ...all, domain: undefined, client: undefined })}>
            Show all that arrived
          </button>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title={`Nothing arrived in ${period}.`}>
      <p>
        Reports come by mail once a domain publishes its records.{" "}
        {mayUpload && <a href={linkTo(paths.upload)}>Upload report files</a>}
      </p>
    </Empty>
  );
}
