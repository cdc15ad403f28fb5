import { showDomains, toDomainText } from "../../format/idn.ts";
import type { Submission } from "../../parts/arrivals/words.ts";
import { Chip } from "../../parts/chips.tsx";
import { DomainName } from "../../parts/domain-name.tsx";

type Proof = NonNullable<Submission["entries"][number]["proof"]>;

/** Whether the mail proves who sent the report, and by what: rows of a list of facts. */
export function Trust({
  proof: { trust, explanation, from, reporter_domain: reporter, evidence },
}: {
  readonly proof: Proof;
}) {
  return (
    <>
      <dt>Trust</dt>
      <dd>
        <Chip tone={trust === "none" ? "warn" : "good"}>{trust === "none" ? "not proven" : trust}</Chip>{" "}
        {showDomains(explanation)}
      </dd>
      {from !== null && (
        <>
          <dt>Mail from</dt>
          <dd>{showDomains(from)}</dd>
        </>
      )}
      {reporter !== null && (
        <>
          <dt>Proven domain</dt>
          <dd>
            <DomainName name={reporter} />
          </dd>
        </>
      )}
      {evidence !== null && (
        <>
          <dt>Evidence</dt>
          <dd>{describeEvidence(evidence)}</dd>
        </>
      )}
    </>
  );
}

function describeEvidence({ kind, domain, selector, signed_fields: fields }: NonNullable<Proof["evidence"]>): string {
  if (kind === "spf") return `SPF passes for ${toDomainText(domain)}`;
  return `DKIM signature of ${toDomainText(domain)}${selector === null ? "" : `, selector ${selector}`}, over ${fields.join(", ")}`;
}
