import { useLocation } from "preact-iso";
import { useAnswer } from "../../../data/use-answer.ts";
import { useWrite } from "../../../data/use-write.ts";
import { toDomainText } from "../../../format/idn.ts";
import { countOf } from "../../../format/numbers.ts";
import { Confirm } from "../../../parts/confirm.tsx";
import { DomainName } from "../../../parts/domain-name.tsx";
import { Failed } from "../../../parts/states.tsx";
import { Panel } from "../../../parts/view.tsx";
import { paths } from "../../../paths.ts";
import { useScope } from "../../../session/session.ts";

interface DeleteDomainProps {
  readonly id: string;
  readonly name: string;
}

/** Deletes the domain with all it has, once its name has been typed. */
export function DeleteDomain({ id, name }: DeleteDomainProps) {
  const { route } = useLocation();
  const remove = useWrite(async (client) => {
    await client.domains.delete(id);
    // Away from here first, so that the deleted domain is not asked for again.
    route(paths.domains);
    await new Promise((resolve) => setTimeout(resolve));
  });
  return (
    <Panel title="Delete the domain">
      <Confirm action="Delete this domain" word={name} isBusy={remove.isBusy} run={() => remove.run(undefined)}>
        <WhatIsLost id={id} name={name} />
      </Confirm>
      {remove.error && <Failed what={`delete ${toDomainText(name)}`} error={remove.error} />}
    </Panel>
  );
}

/** Asked for only when the question is put. */
function WhatIsLost({ id, name }: DeleteDomainProps) {
  const query = { domain_id: id, per_page: 1 };
  const reports = useAnswer({
    key: ["reports", query],
    ask: (client, signal) => client.reports.list(query, { signal }),
    isReady: useScope("reports:read"),
  });
  const total = reports.data?.meta.total;
  return (
    <p>
      <strong>This cannot be undone.</strong> This deletes <DomainName name={name} /> with{" "}
      {total === undefined ? "all of its reports" : countOf(total, "report")} and their records, its alerts, the history
      of its DNS records and its settings. Reports that arrive later are not stored.
    </p>
  );
}
