import { useState } from "preact/hooks";
import { useWrite } from "../../data/use-write.ts";
import { countOf } from "../../format/numbers.ts";
import { DomainName } from "../../parts/domain-name.tsx";
import { Failed } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { useScope } from "../../session/session.ts";
import { AddedDomains } from "../domains/adding/added-domains.tsx";
import { NAMES_MAX } from "../domains/domain-list.ts";
import { listUnknownDomains, type UnknownDomain } from "./unknown-domains.ts";
import type { Upload } from "./use-transfers.ts";

/** Domains that are offered one by one; the button for all has the rest as well. */
const SHOWN = 10;

/** Adds the domains that uploaded reports wait for. */
export function AddUnknown({ list }: { readonly list: readonly Upload[] }) {
  const mayAdd = useScope("domains:write");
  const add = useWrite((client, domains: readonly UnknownDomain[]) =>
    client.domains.createMany({ domains: domains.map(({ domain }) => ({ domain })) }),
  );
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const all = listUnknownDomains(list);
  if (all.length === 0) return null;
  const unknown = all.filter(({ domain }) => !added.has(domain));
  const run = async (domains: readonly UnknownDomain[]) => {
    if (await add.run(domains)) setAdded(new Set([...added, ...domains.map(({ domain }) => domain)]));
  };
  return (
    <Panel
      title="Reports waiting for their domain"
      note="They are kept, and count within seconds once their domain is added and verified. Add only domains of yours or of your clients."
    >
      {mayAdd ? (
        <p class="actions">
          {unknown.slice(0, SHOWN).map((one) => (
            <button key={one.domain} type="button" disabled={add.isBusy} onClick={() => run([one])}>
              Add <DomainName name={one.domain} /> and read its {countOf(one.reports, "report")}
            </button>
          ))}
          {unknown.length > 1 && (
            <button
              type="button"
              class="primary"
              disabled={add.isBusy}
              onClick={() => run(unknown.slice(0, NAMES_MAX))}
            >
              Add all {countOf(Math.min(unknown.length, NAMES_MAX), "domain")}
            </button>
          )}
        </p>
      ) : (
        <p>This key may not add domains. Sign in with one that has domains:write.</p>
      )}
      {add.error && <Failed what="add the domain" error={add.error} />}
      {add.done && <AddedDomains answer={add.done} />}
    </Panel>
  );
}
