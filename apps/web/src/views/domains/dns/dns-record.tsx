import type { Answer } from "@ruaflow/client";
import type { ComponentChildren } from "preact";
import { Chip } from "../../../parts/chips.tsx";
import { Copyable } from "../../../parts/copy.tsx";
import { DNS_STATE } from "../words.ts";

type Dns = Answer<"readDomainDns">;
export type Seen = Dns["meta"]["published"]["dmarc"];

interface DnsRecordProps {
  readonly title: string;
  readonly use: string;
  readonly record: Dns["data"]["dmarc"];
  readonly seen: Seen;
  /** It may be missing. */
  readonly isOptional?: boolean;
  readonly children?: ComponentChildren;
}

/** One record: to publish on the left, as published on the right. */
export function DnsRecord({ title, use, record, seen, isOptional = false, children }: DnsRecordProps) {
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
        {isOptional && seen.state === "missing" ? <NotPublished /> : <Published seen={seen} />}
      </div>
    </section>
  );
}

function NotPublished() {
  return (
    <dl class="facts">
      <dt>Published now</dt>
      <dd>
        <Chip tone="plain">nothing</Chip>
      </dd>
    </dl>
  );
}

/** What DNS answered, and what is wrong with it. */
export function Published({ seen: { state, found, detail } }: { readonly seen: Seen }) {
  return (
    <dl class="facts">
      <dt>Published now</dt>
      <dd>
        <Chip tone={DNS_STATE[state].tone}>{DNS_STATE[state].text}</Chip>
        {found.map((text) => (
          <p key={text}>
            <code>{text}</code>
          </p>
        ))}
        {state !== "ok" && <p>{detail}</p>}
      </dd>
    </dl>
  );
}
