import { useLocation } from "preact-iso";
import { toAddress } from "../../address.ts";
import { countOf } from "../../format/numbers.ts";
import { OUTCOMES, type Outcome, type Submission } from "../../parts/arrivals/words.ts";
import { Pager, usePage } from "../../parts/pager.tsx";
import { Empty } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { Panel } from "../../parts/view.tsx";
import { Entry } from "./entry.tsx";

const PER_PAGE = 25;

/** What was found in a submission; a mailbox can have thousands. */
export function Entries({ submission: { entries } }: { readonly submission: Submission }) {
  const { query } = useLocation();
  const page = usePage();
  const shown = entries.filter(({ outcome }) => !query.outcome || outcome === query.outcome);
  const pages = Math.ceil(shown.length / PER_PAGE);
  return (
    <Panel
      title="What became of it"
      note={entries.length > 1 && `${countOf(entries.length, "entry", "entries")} found in it`}
    >
      <OutcomeTabs submission={{ entries }} />
      {entries.length === 0 && <Empty title="It is still being read. This page will show the outcome." />}
      <ul class="list entries">
        {shown.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((entry) => (
          <li key={entry.entry}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
      {pages > 1 && <Pager meta={{ total: shown.length, page, per_page: PER_PAGE, total_pages: pages }} />}
    </Panel>
  );
}

/** Only where there is more than one outcome. */
function OutcomeTabs({ submission: { entries } }: { readonly submission: Pick<Submission, "entries"> }) {
  const { path, query } = useLocation();
  const outcomes = [...new Set(entries.map(({ outcome }) => outcome))];
  if (outcomes.length < 2) return null;
  const toTab = (outcome: Outcome | undefined) => ({
    text: outcome === undefined ? "all" : OUTCOMES[outcome].text,
    href: toAddress(path, { ...query, page: undefined, outcome }),
    isCurrent: (query.outcome || undefined) === outcome,
    count: entries.filter((entry) => outcome === undefined || entry.outcome === outcome).length,
  });
  return <Tabs label="Outcomes" tabs={[undefined, ...outcomes].map(toTab)} />;
}
