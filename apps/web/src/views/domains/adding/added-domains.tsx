import type { Answer } from "@ruaflow/client";
import { showDomains } from "../../../format/idn.ts";
import { formatCount } from "../../../format/numbers.ts";
import { Chip } from "../../../parts/chips.tsx";
import { DomainName } from "../../../parts/domain-name.tsx";
import { Table } from "../../../parts/table.tsx";
import { useDomainLinks } from "../domain-links.ts";

const RESULTS = {
  created: { text: "added", tone: "good" },
  duplicate: { text: "already there", tone: "plain" },
  invalid: { text: "not added", tone: "bad" },
} as const;

/** What became of each name. */
export function AddedDomains({ answer: { data, meta } }: { readonly answer: Answer<"createDomains"> }) {
  const links = useDomainLinks();
  return (
    <div role="status">
      <p>
        {formatCount(meta.created)} added, {formatCount(meta.duplicate)} already there, {formatCount(meta.invalid)} not
        added.
      </p>
      <Table
        caption="What became of each name"
        rows={data.map((row, index) => ({ ...row, index }))}
        toKey={({ index }) => String(index)}
        columns={[
          { title: "Name", cell: ({ domain }) => <DomainName name={domain} /> },
          { title: "Result", cell: ({ result }) => <Chip tone={RESULTS[result].tone}>{RESULTS[result].text}</Chip> },
          {
            title: "Next",
            cell: ({ data: created, detail }) =>
              created ? (
                <a href={links.toDomain(created.id, "dns")}>Publish its records</a>
              ) : (
                detail && showDomains(detail)
              ),
          },
        ]}
      />
    </div>
  );
}
