import type { Answer } from "@ruaflow/client";
import { useState } from "preact/hooks";
import { useFilter } from "../../filter/filter.ts";
import { Pager } from "../../parts/pager.tsx";
import { Empty } from "../../parts/states.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { deselect, NOTHING, select } from "./acknowledge/selection.ts";
import { SelectionBar } from "./acknowledge/selection-bar.tsx";
import { AttentionDomain } from "./attention-domain.tsx";
import { toClientGroups } from "./client-groups.ts";
import { ClientHeading } from "./client-heading.tsx";
import type { AttentionItem, AttentionQuery } from "./reasons.ts";

interface AttentionListProps {
  readonly answer: Answer<"listAttention">;
  readonly query: AttentionQuery;
  readonly isAcknowledged: boolean;
  readonly isByClient: boolean;
  /** By a reason or by a search. */
  readonly isLimited: boolean;
}

export function AttentionList({ answer, query, isAcknowledged, isByClient, isLimited }: AttentionListProps) {
  const { data, meta } = answer;
  const [selection, setSelection] = useState(NOTHING);
  const mayAcknowledge = useScope("domains:write") && !isAcknowledged;
  if (data.length === 0) return <NothingToDo isAcknowledged={isAcknowledged} isLimited={isLimited} />;
  const add = mayAcknowledge ? (items: readonly AttentionItem[]) => setSelection(select(selection, items)) : undefined;
  const toDomain = (item: AttentionItem) => (
    <AttentionDomain
      key={item.domain_id}
      item={item}
      isClientNamed={!isByClient}
      isAcknowledged={isAcknowledged}
      isSelected={selection.has(item.domain_id)}
      choose={add && ((isChosen) => (isChosen ? add([item]) : setSelection(deselect(selection, [item]))))}
    />
  );
  return (
    <>
      {mayAcknowledge && <SelectionBar selection={selection} clear={() => setSelection(NOTHING)} />}
      {isByClient ? (
        toClientGroups(data).map((group) => (
          <section key={group.client} class="client-group">
            <ClientHeading group={group} query={query} select={add} />
            <ul class="attention">{group.items.map(toDomain)}</ul>
          </section>
        ))
      ) : (
        <ol class="attention" start={(meta.page - 1) * meta.per_page + 1}>
          {data.map(toDomain)}
        </ol>
      )}
      <Pager meta={meta} />
    </>
  );
}

function NothingToDo({ isAcknowledged, isLimited }: Pick<AttentionListProps, "isAcknowledged" | "isLimited">) {
  const { linkTo } = useFilter();
  if (isLimited) {
    return (
      <Empty title="No domains match.">
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
