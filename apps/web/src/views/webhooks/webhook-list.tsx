import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { countOf } from "../../format/numbers.ts";
import { Pager, usePage } from "../../parts/pager.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { type Counts, useCounts } from "./use-counts.ts";
import { WebhooksTable } from "./webhooks-table.tsx";

export function WebhookList() {
  const { linkTo } = useFilter();
  const mayWrite = useScope("webhooks:write");
  const query = { page: usePage(), per_page: 50 };
  const asked = useAnswer({
    key: ["webhooks", query],
    ask: (client, signal) => client.webhooks.list(query, { signal }),
  });
  const counts = useCounts();
  return (
    <Panel title="Endpoints" note={counts && describeCounts(counts)}>
      <Answered asked={asked} what="the webhooks">
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title="No webhooks yet. Add one to receive events.">
              {mayWrite && (
                <p>
                  <a href={linkTo(paths.webhooks, { new: "1" })}>Create the first</a>
                </p>
              )}
            </Empty>
          ) : (
            <>
              <WebhooksTable rows={data} counts={counts} />
              {meta.total_pages > 1 && <Pager meta={meta} />}
            </>
          )
        }
      </Answered>
    </Panel>
  );
}

function describeCounts({ total, statuses, complete }: Counts): string {
  const failed = statuses.find(({ status }) => status === "exhausted")?.deliveries ?? 0;
  if (total === 0) return "Nothing was sent in the last 30 days.";
  const many = complete ? "" : "at least ";
  return `${many}${countOf(total, "delivery", "deliveries")} in the last 30 days, of which ${failed === 0 ? "none" : failed} failed for good`;
}
