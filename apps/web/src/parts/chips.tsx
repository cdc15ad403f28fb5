import type { Answer } from "@ruaflow/client";

type Source = Extract<Answer<"listSources">["data"][number], { readonly source_ip: string }>;
export type SourceClass = NonNullable<Source["class"]>;

const CLASSES: Readonly<Record<SourceClass, { readonly tone: string; readonly means: string }>> = {
  compliant: { tone: "good", means: "passes DMARC" },
  misconfigured: { tone: "warn", means: "yours, but set up so that it fails" },
  forwarded: { tone: "plain", means: "passed on by another server, which broke it" },
  unknown: { tone: "plain", means: "not clear whose it is" },
  spoofed: { tone: "bad", means: "sent in your name by others" },
};

/** The class of a source, with what it means. */
export function ClassChip({ name }: { readonly name: SourceClass }) {
  const { tone, means } = CLASSES[name];
  return (
    <span class={`chip ${tone}`} title={means}>
      {name}
    </span>
  );
}

/** A state in words on a colour. */
export function Chip({
  tone,
  children,
}: {
  readonly tone: "good" | "warn" | "bad" | "plain";
  readonly children: string;
}) {
  return <span class={`chip ${tone}`}>{children}</span>;
}
