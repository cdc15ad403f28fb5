import { fillPath } from "../../address.ts";
import { useFilter } from "../../filter/filter.ts";
import { showDomains } from "../../format/idn.ts";
import { DomainName } from "../../parts/domain-name.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { describeNoAttention, useAttention } from "./use-attention.ts";

/** The domains that need attention most. */
export function TopAttention() {
  const { linkTo } = useFilter();
  const asked = useAttention();
  if (!useScope("domains:read")) return null;
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
                  <a href={linkTo(fillPath(paths.domain, { id }))}>
                    <DomainName name={domain} />
                  </a>
                  <p class="muted">{showDomains(reasons[0]?.summary ?? "")}</p>
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
  if (evaluatedAt === null) return "Not evaluated yet. The first round takes about a minute.";
  return describeNoAttention(evaluatedAt);
}
