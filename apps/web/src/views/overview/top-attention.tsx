import { fillPath } from "../../address.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { toDomainParameters, useFilter } from "../../filter/filter.ts";
import { formatAgo } from "../../format/dates.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";

const SHOWN = 5;

/** The domains that need attention most. */
export function TopAttention() {
  const { filter, linkTo } = useFilter();
  const query = { ...toDomainParameters(filter), acknowledged: "false" as const, per_page: SHOWN };
  const mayAsk = useScope("domains:read");
  const asked = useAnswer({
    key: ["attention", query],
    ask: (client, signal) => client.attention.list(query, { signal }),
    isReady: mayAsk,
  });
  if (!mayAsk) return null;
  return (
    <Panel title="Needs a look" actions={<a href={linkTo(paths.attention)}>All</a>}>
      <Answered asked={asked} what="what needs attention">
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title={describeNone(meta.evaluated_at)} />
          ) : (
            <ul class="list">
              {data.map(({ domain_id: id, domain, reasons }) => (
                <li key={id}>
                  <a href={linkTo(fillPath(paths.domain, { id }))}>{domain}</a>
                  <p class="muted">{reasons[0]?.summary}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Panel>
  );
}

function describeNone(evaluatedAt: string | null): string {
  if (evaluatedAt === null) return "Not looked at yet: the first round takes some minutes.";
  return `No domain needed attention ${formatAgo(evaluatedAt, new Date())}.`;
}
