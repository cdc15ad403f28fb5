import type { Answer } from "@ruaflow/client";
import type { ComponentChildren } from "preact";
import { showDomains } from "../../../format/idn.ts";
import { Chip } from "../../../parts/chips.tsx";
import { Copyable } from "../../../parts/copy.tsx";
import { describeDns } from "../words.ts";

type Dns = Answer<"readDomainDns">;
type SeenDmarc = Dns["meta"]["published"]["dmarc"];
export type Seen = Omit<SeenDmarc, "mailbox" | "inherited_from"> & Partial<SeenDmarc>;

interface DnsRecordProps {
  readonly title: string;
  readonly use: string;
  readonly record: Dns["data"]["dmarc"];
  readonly seen: Seen;
  /** `null`: DNS was not looked up yet. */
  readonly checkedAt: string | null;
  /** It may be missing. */
  readonly isOptional?: boolean;
  readonly children?: ComponentChildren;
}

/** One record: to publish on the left, as published on the right. */
export function DnsRecord({ title, use, record, seen, checkedAt, isOptional = false, children }: DnsRecordProps) {
  return (
    <section class="dns-record">
      <header>
        <h3>{title}</h3>
        <p class="muted">{use}</p>
      </header>
      <div class="columns">
        <div>
          <dl class="facts">
            <dt>Name</dt>
            <dd>
              <Copyable text={seen.name} what={`the name of the record ${title}`} />
            </dd>
            <dt>Type</dt>
            <dd>{record.type}</dd>
            <dt>Value</dt>
            <dd>
              <Copyable text={record.value} what={`the value of the record ${title}`} />
            </dd>
          </dl>
          {children}
        </div>
        <Published seen={seen} checkedAt={checkedAt} isOptional={isOptional} />
      </div>
    </section>
  );
}

interface PublishedProps extends Pick<DnsRecordProps, "seen" | "checkedAt" | "isOptional"> {}

/** What DNS answered, and what is wrong with it. */
export function Published({ seen, checkedAt, isOptional = false }: PublishedProps) {
  const { state, found, detail, mailbox = null, inherited_from: from = null } = seen;
  const isFine = state === "ok" || checkedAt === null || (isOptional && state === "missing");
  return (
    <dl class="facts">
      <dt>Published now</dt>
      <dd>
        <Chip {...describeState({ state, mailbox }, { isOptional, isChecked: checkedAt !== null })} />
        {found.map((text) => (
          <p key={text}>
            <code>{text}</code>
          </p>
        ))}
        {(!isFine || from !== null) && <p>{showDomains(detail)}</p>}
      </dd>
    </dl>
  );
}

interface Shown {
  readonly isOptional: boolean;
  readonly isChecked: boolean;
}

function describeState({ state, mailbox }: Pick<SeenDmarc, "state" | "mailbox">, { isOptional, isChecked }: Shown) {
  if (!isChecked) return { tone: "plain", children: "not looked up yet" } as const;
  if (isOptional && state === "missing") return { tone: "plain", children: "nothing" } as const;
  const { tone, text } = describeDns({ dns_state: state, report_mailbox: mailbox });
  return { tone, children: text };
}
