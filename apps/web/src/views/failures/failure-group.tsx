import { useState } from "preact/hooks";
import { useFilter } from "../../filter/filter.ts";
import type { SenderParameters } from "../../filter/sender-filter.ts";
import { showDomains } from "../../format/idn.ts";
import { countOf, formatCount } from "../../format/numbers.ts";
import { ClassChip } from "../../parts/chips.tsx";
import { SenderLink } from "../../parts/sender-link.tsx";
import { paths } from "../../paths.ts";
import { ClientMessage } from "./client-message.tsx";
import { isForged, toFailingRecords, toGroupKey, toGroupParameters } from "./failure-groups.ts";
import type { FailureGroup } from "./group.ts";
import { GroupAddresses } from "./group-addresses.tsx";

interface FailureGroupsProps {
  readonly groups: readonly FailureGroup[];
  /** What selects all groups. */
  readonly senders: SenderParameters;
}

/** Each sender and cause once: how much fails, why, and what to do. Advice on forged mail comes once for all of its senders. */
export function FailureGroupList({ groups, senders }: FailureGroupsProps) {
  const isShared = groups.filter(isForged).length > 1;
  return (
    <>
      {isShared && (
        <p class="notice">
          Set up nothing for senders of spoofed mail: under a policy of quarantine or reject, receivers keep it out. If
          you know one of them, open one of its addresses and mark it as yours.
        </p>
      )}
      <ol class="plain-list failure-groups" aria-label="Failures by sender and cause">
        {groups.map((group) => (
          <li key={toGroupKey(group)}>
            <Group
              group={group}
              senders={{ ...senders, ...toGroupParameters(group) }}
              nextStep={isShared && isForged(group) ? null : (group.next_step ?? null)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

interface GroupProps {
  readonly group: FailureGroup;
  /** What selects the messages of the group. */
  readonly senders: SenderParameters;
}

interface ShownGroupProps extends GroupProps {
  /** `null`: nothing, or said elsewhere. */
  readonly nextStep: string | null;
}

type Part = "addresses" | "message";

function Group({ group, senders, nextStep }: ShownGroupProps) {
  const [open, setOpen] = useState<Part | null>(null);
  const { sender = null, class: name, explanation } = group;
  const toggle = (part: Part) => () => setOpen(open === part ? null : part);
  return (
    <article>
      <header>
        <h3>
          <SenderLink name={sender} kind={group.sender_kind} />
        </h3>
        {name && <ClassChip name={name} />}
        <Figures group={group} senders={senders} />
      </header>
      {explanation && <p>{showDomains(explanation)}</p>}
      {nextStep && (
        <p>
          <strong>Next:</strong> {showDomains(nextStep)}
        </p>
      )}
      <p class="actions">
        <button type="button" aria-expanded={open === "addresses"} onClick={toggle("addresses")}>
          Addresses
        </button>
        {group.cause !== "not_judged_yet" && (
          <button type="button" aria-expanded={open === "message"} onClick={toggle("message")}>
            Message to a client
          </button>
        )}
      </p>
      {open === "addresses" && <GroupAddresses senders={senders} />}
      {open === "message" && <ClientMessage group={group} senders={senders} />}
    </article>
  );
}

/** The failed messages lead to their records. */
function Figures({ group, senders }: GroupProps) {
  const { linkTo } = useFilter();
  const { failure_count: failed, share, sources, domains } = group;
  return (
    <p class="figures">
      <a href={linkTo(paths.records, toFailingRecords(senders))}>{formatCount(failed)} failed</a>
      <span>{share} %</span>
      <span>{countOf(sources, "address", "addresses")}</span>
      <span>{countOf(domains, "domain")}</span>
    </p>
  );
}
