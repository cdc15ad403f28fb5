import type {
  AuthResults,
  DkimAuthResult,
  Identifiers,
  PolicyEvaluated,
  PolicyOverrideReason,
  ReportRecord,
  SpfAuthResult,
} from "../report.ts";
import { toCanonicalAddress } from "./address.ts";
import { slots } from "./grammar.ts";
import { alignmentResults, dispositions, dkimResults, reasonTypes, spfResults, spfScopes } from "./known-values.ts";
import type { XmlLimits } from "./limits.ts";
import { toWholeNumber } from "./number.ts";
import type { ValueReader } from "./values.ts";
import type { WarningList } from "./warnings.ts";

const dkimPath = "record/auth_results/dkim";
const spfPath = "record/auth_results/spf";
const reasonPath = "record/row/policy_evaluated/reason";
const evaluatedPath = "record/row/policy_evaluated";

interface RecordParts {
  readonly limits: XmlLimits;
  readonly warnings: WarningList;
  readonly values: ValueReader;
}

/** Makes one record after the other from the texts in the slots. */
export class RecordBuilder {
  readonly #texts: (string | null)[];
  readonly #limits: XmlLimits;
  readonly #warnings: WarningList;
  readonly #values: ValueReader;
  #dkim: DkimAuthResult[] = [];
  #spf: SpfAuthResult[] = [];
  #reasons: PolicyOverrideReason[] = [];

  constructor(texts: (string | null)[], parts: RecordParts) {
    this.#texts = texts;
    this.#limits = parts.limits;
    this.#warnings = parts.warnings;
    this.#values = parts.values;
  }

  /** A `dkim` element ended. One that is all empty says that there is no signature, and is left out. */
  endDkim(): void {
    const domain = this.#take(slots.dkimDomain);
    const selector = this.#take(slots.dkimSelector) ?? "";
    const result = this.#take(slots.dkimResult);
    const humanResult = this.#take(slots.dkimHumanResult) ?? "";
    if (!domain && !selector && !result && !humanResult) return;
    if (!this.#hasRoom(this.#dkim.length, dkimPath)) return;
    this.#dkim.push({
      domain: this.#values.readDomain(domain, `${dkimPath}/domain`),
      selector,
      result: this.#values.readRequired(result, `${dkimPath}/result`, dkimResults),
      humanResult,
    });
  }

  /** An `spf` element ended. One that is all empty is left out. */
  endSpf(): void {
    const domain = this.#take(slots.spfDomain);
    const scope = this.#take(slots.spfScope);
    const result = this.#take(slots.spfResult);
    const humanResult = this.#take(slots.spfHumanResult) ?? "";
    if (!domain && !scope && !result && !humanResult) return;
    if (!this.#hasRoom(this.#spf.length, spfPath)) return;
    this.#spf.push({
      domain: this.#values.readDomain(domain, `${spfPath}/domain`),
      scope: this.#values.readOptional(scope, `${spfPath}/scope`, spfScopes) ?? "",
      result: this.#values.readRequired(result, `${spfPath}/result`, spfResults),
      humanResult,
    });
  }

  /** A `reason` ended. One that is all empty is left out. */
  endReason(): void {
    const type = this.#take(slots.reasonType);
    const comment = this.#take(slots.reasonComment) ?? "";
    if (!type && !comment) {
      this.#warnings.add("empty-element", reasonPath);
      return;
    }
    if (!this.#hasRoom(this.#reasons.length, reasonPath)) return;
    this.#reasons.push({ type: this.#values.readRequired(type, `${reasonPath}/type`, reasonTypes), comment });
  }

  /** The record, or `null` and a warning when it has no usable address or count. */
  end(ordinal: number): ReportRecord | null {
    const authResults = this.#takeAuthResults();
    const reasons = this.#takeReasons();
    const sourceIp = this.#readSourceIp();
    const count = this.#readCount();
    if (sourceIp === null || count === null) return null;
    const policyEvaluated = this.#readPolicyEvaluated(reasons);
    return { ordinal, sourceIp, count, policyEvaluated, identifiers: this.#readIdentifiers(), authResults };
  }

  #readSourceIp(): string | null {
    const text = this.#texts[slots.sourceIp] ?? "";
    const address = toCanonicalAddress(text);
    if (address === null) this.#warnings.add("record-skipped", "record/row/source_ip", text);
    return address;
  }

  #readCount(): number | null {
    const text = this.#texts[slots.count] ?? "";
    const count = toWholeNumber(text);
    if (count === null || count > this.#limits.countMax) {
      this.#warnings.add("record-skipped", "record/row/count", text);
      return null;
    }
    if (count === 0) this.#warnings.add("count-zero", "record/row/count");
    return count;
  }

  #readPolicyEvaluated(reasons: readonly PolicyOverrideReason[]): PolicyEvaluated {
    const texts = this.#texts;
    return {
      disposition: this.#values.readRequired(
        texts[slots.disposition] ?? null,
        `${evaluatedPath}/disposition`,
        dispositions,
      ),
      dkim: this.#values.readRequired(texts[slots.evaluatedDkim] ?? null, `${evaluatedPath}/dkim`, alignmentResults),
      spf: this.#values.readRequired(texts[slots.evaluatedSpf] ?? null, `${evaluatedPath}/spf`, alignmentResults),
      reasons,
    };
  }

  #readIdentifiers(): Identifiers {
    const texts = this.#texts;
    return {
      headerFrom: this.#values.readDomain(texts[slots.headerFrom] ?? null, "record/identifiers/header_from"),
      envelopeFrom: toEnvelopeAddress(texts[slots.envelopeFrom] ?? null),
      envelopeTo: toEnvelopeAddress(texts[slots.envelopeTo] ?? null),
    };
  }

  #takeAuthResults(): AuthResults {
    const authResults = { dkim: this.#dkim, spf: this.#spf };
    this.#dkim = [];
    this.#spf = [];
    return authResults;
  }

  /** An array of its own for each record, also when it is empty: the next record must not fill it. */
  #takeReasons(): PolicyOverrideReason[] {
    const reasons = this.#reasons;
    this.#reasons = [];
    return reasons;
  }

  #take(slot: number): string | null {
    const text = this.#texts[slot] ?? null;
    this.#texts[slot] = null;
    return text;
  }

  #hasRoom(length: number, path: string): boolean {
    if (length < this.#limits.resultsMax) return true;
    this.#warnings.add("results-cut", path);
    return false;
  }
}

/** `<>` is the null sender, as an empty element is. */
function toEnvelopeAddress(text: string | null): string | null {
  return text === "<>" ? "" : text;
}
