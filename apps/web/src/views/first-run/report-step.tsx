import type { Answer } from "@ruaflow/client";
import { useService } from "../../data/service.tsx";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { countOf } from "../../format/numbers.ts";
import { Copyable } from "../../parts/copy.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { readMailbox } from "./first-run.ts";
import { Step } from "./step.tsx";

interface ReportStepProps {
  readonly dns: Answer<"readDomainDns"> | undefined;
  readonly everyMs: number;
}

/** Any way in; done with the first report that is stored. */
export function ReportStep({ dns, everyMs }: ReportStepProps) {
  const query = { per_page: 1 };
  const reports = useAnswer({
    key: ["reports", query],
    ask: (client, signal) => client.reports.list(query, { signal }),
    everyMs,
  });
  const total = reports.data?.meta.total ?? 0;
  return (
    <Step title="3. Send or drop a report" isDone={total > 0}>
      {total > 0 ? <Arrived total={total} /> : <Ways dns={dns} everyMs={everyMs} />}
    </Step>
  );
}

function Ways({ dns, everyMs }: ReportStepProps) {
  const { linkTo } = useFilter();
  const mayUpload = useScope("ingest:write");
  const mailbox = dns && readMailbox(dns);
  return (
    <>
      <p>Receivers send the first reports a day or two after you publish the DMARC record.</p>
      {mayUpload && (
        <p>
          No need to wait: <a href={linkTo(paths.upload)}>drop reports that you have</a>, as XML, archive or email.
        </p>
      )}
      {mailbox && (
        <div>
          Or forward them, as attachments, to <Copyable text={mailbox} what="the address of the mailbox" />
        </div>
      )}
      <Waiting everyMs={everyMs} />
    </>
  );
}

/** What has come for a domain that is not verified yet. */
function Waiting({ everyMs }: Pick<ReportStepProps, "everyMs">) {
  const { linkTo } = useFilter();
  const counts = useAnswer({
    key: ["submission-counts"],
    ask: (client, signal) => client.submissions.count({}, { signal }),
    everyMs,
  });
  const held = counts.data?.data.states.find(({ state }) => state === "held")?.submissions ?? 0;
  if (held === 0) return <p class="muted">Reports of an unverified domain wait until you verify it.</p>;
  return (
    <p role="status">
      <a href={linkTo(paths.arrived)}>{countOf(held, "file or email", "files and emails")}</a> arrived and{" "}
      {held === 1 ? "waits" : "wait"} until the domain is verified.
    </p>
  );
}

function Arrived({ total }: { readonly total: number }) {
  const { cache } = useService();
  const { linkTo } = useFilter();
  return (
    <>
      <p>
        <a href={linkTo(paths.reports, { days: "365" })}>{countOf(total, "report")}</a> {total === 1 ? "has" : "have"}{" "}
        arrived.
      </p>
      <p class="actions">
        <button type="button" class="primary" onClick={() => cache.invalidateQueries()}>
          Show the overview
        </button>
      </p>
    </>
  );
}
