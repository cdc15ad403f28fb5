import type { Answer } from "@ruaflow/client";
import { useFilter } from "../../filter/filter.ts";
import { Pager } from "../../parts/pager.tsx";
import { Empty } from "../../parts/states.tsx";
import { paths } from "../../paths.ts";
import { AttentionDomain } from "./attention-domain.tsx";

interface AttentionListProps {
  readonly answer: Answer<"listAttention">;
  readonly isAcknowledged: boolean;
  /** By a reason or by a search. */
  readonly isLimited: boolean;
}

export function AttentionList({ answer: { data, meta }, isAcknowledged, isLimited }: AttentionListProps) {
  if (data.length === 0) return <NothingToDo isAcknowledged={isAcknowledged} isLimited={isLimited} />;
  return (
    <>
      <ol class="attention" start={(meta.page - 1) * meta.per_page + 1}>
        {data.map((item) => (
          <AttentionDomain key={item.domain_id} item={item} isAcknowledged={isAcknowledged} />
        ))}
      </ol>
      <Pager meta={meta} />
    </>
  );
}

function NothingToDo({ isAcknowledged, isLimited }: Pick<AttentionListProps, "isAcknowledged" | "isLimited">) {
  const { linkTo } = useFilter();
  if (isLimited) {
    return (
      <Empty title="No domain fits.">
        <p>
          <a href={linkTo(paths.attention, isAcknowledged ? { show: "acknowledged" } : {})}>
            Show every reason and domain
          </a>
        </p>
      </Empty>
    );
  }
  if (isAcknowledged) return <Empty title="No reasons are acknowledged." />;
  return (
    <Empty title="Nothing needs you today.">
      <p>
        <a href={linkTo(paths.overview)}>To the overview</a>
      </p>
    </Empty>
  );
}
