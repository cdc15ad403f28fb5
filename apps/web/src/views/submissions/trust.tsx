import type { Submission } from "../../parts/arrivals/words.ts";
import { Chip } from "../../parts/chips.tsx";

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
        <Chip tone={trust === "none" ? "warn" : "good"}>{trust === "none" ? "not proven" : trust}</Chip> {explanation}
      </dd>
      {from !== null && (
        <>
          <dt>Mail from</dt>
          <dd>{from}</dd>
        </>
      )}
      {reporter !== null && (
        <>
          <dt>Vouched for by</dt>
          <dd>{reporter}</dd>
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
  if (kind === "spf") return `SPF passes for ${domain}`;
  return `DKIM signature of ${domain}${selector === null ? "" : `, selector ${selector}`}, over ${fields.join(", ")}`;
}
