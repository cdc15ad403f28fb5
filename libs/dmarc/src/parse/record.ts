import type { AuthResults, DkimAuthResult, PolicyOverrideReason, ReportRecord, SpfAuthResult } from "@ruaflow/report";
import { toCanonicalAddress } from "./address.ts";
import type { ResultPart } from "./element.ts";
import type { FieldGroup, Texts, ValuesOf } from "./field-group.ts";
import type { FieldTable } from "./fields.ts";
import type { ReportGrammar } from "./grammar.ts";
import type { XmlLimits } from "./limits.ts";
import { toWholeNumber } from "./number.ts";
import { ValueReader } from "./values.ts";
import { WarningList } from "./warnings.ts";

const dkimPath = "record/auth_results/dkim";
const spfPath = "record/auth_results/spf";
export const reasonPath = "record/row/policy_evaluated/reason";

interface RecordParts {
  readonly groups: ReportGrammar["groups"];
  readonly limits: XmlLimits;
  readonly warnings: WarningList;
  readonly values: ValueReader;
}

/** Makes the records in turn from the texts in the slots. */
export class RecordBuilder {
  readonly #texts: Texts;
  readonly #groups: ReportGrammar["groups"];
  readonly #limits: XmlLimits;
  readonly #warnings: WarningList;
  readonly #values: ValueReader;
  #dkim: DkimAuthResult[] = [];
  #spf: SpfAuthResult[] = [];
  #reasons: PolicyOverrideReason[] = [];

  constructor(texts: Texts, parts: RecordParts) {
    this.#texts = texts;
    this.#groups = parts.groups;
    this.#limits = parts.limits;
    this.#warnings = parts.warnings;
    this.#values = parts.values;
  }

  /** Another builder with what this one has of the record so far, which reads `texts` as form 1 of the content has them. */
  inForm1(texts: Texts): RecordBuilder {
    const warnings = new WarningList();
    const values = new ValueReader(warnings, { isForm1: true });
    const copy = new RecordBuilder(texts, { groups: this.#groups, limits: this.#limits, warnings, values });
    copy.#dkim = [...this.#dkim];
    copy.#spf = [...this.#spf];
    copy.#reasons = [...this.#reasons];
    return copy;
  }

  /** An element of several ended. An empty one, as a `dkim` where there was no signature, is left out. */
  endPart(part: ResultPart): void {
    if (part === "dkim") this.#endDkim();
    else if (part === "spf") this.#endSpf();
    else this.#endReason();
  }

  /** The record, or `null` and a warning when it has no usable address or count. */
  end(ordinal: number): ReportRecord | null {
    const authResults = this.#takeAuthResults();
    const reasons = this.#takeReasons();
    const row = this.#groups.row.read(this.#texts, this.#values);
    const sourceIp = this.#readSourceIp(row.sourceIp);
    const count = this.#readCount(row.count);
    if (sourceIp === null || count === null) return null;
    const policyEvaluated = { ...this.#groups.policyEvaluated.read(this.#texts, this.#values), reasons };
    const identifiers = this.#groups.identifiers.read(this.#texts, this.#values);
    return { ordinal, sourceIp, count, policyEvaluated, identifiers, authResults };
  }

  #endDkim(): void {
    const result = this.#readResult(this.#groups.dkim, this.#dkim.length, dkimPath);
    if (result !== null) this.#dkim.push(result);
  }

  #endSpf(): void {
    const result = this.#readResult(this.#groups.spf, this.#spf.length, spfPath);
    if (result !== null) this.#spf.push(result);
  }

  #endReason(): void {
    if (this.#groups.reason.isEmpty(this.#texts)) this.#warnings.add("empty-element", reasonPath);
    const reason = this.#readResult(this.#groups.reason, this.#reasons.length, reasonPath);
    if (reason !== null) this.#reasons.push(reason);
  }

  #readSourceIp(text: string): string | null {
    const address = toCanonicalAddress(text);
    if (address === null) this.#warnings.add("record-skipped", "record/row/source_ip", text);
    return address;
  }

  #readCount(text: string): number | null {
    const count = toWholeNumber(text);
    if (count === null || count > this.#limits.countMax) {
      this.#warnings.add("record-skipped", "record/row/count", text);
      return null;
    }
    if (count === 0) this.#warnings.add("count-zero", "record/row/count");
    return count;
  }

  /** One of several results of a record, and empties its fields for the next; null when it is left out. */
  #readResult<Table extends FieldTable>(
    group: FieldGroup<Table>,
    length: number,
    path: string,
  ): ValuesOf<Table> | null {
    const isKept = !group.isEmpty(this.#texts) && this.#hasRoom(length, path);
    const result = isKept ? group.read(this.#texts, this.#values) : null;
    group.clear(this.#texts);
    return result;
  }

  #takeAuthResults(): AuthResults {
    const authResults = { dkim: this.#dkim, spf: this.#spf };
    this.#dkim = [];
    this.#spf = [];
    return authResults;
  }

  /** A new array for each record, also when it is empty: the next record must not fill it. */
  #takeReasons(): PolicyOverrideReason[] {
    const reasons = this.#reasons;
    this.#reasons = [];
    return reasons;
  }

  #hasRoom(length: number, path: string): boolean {
    if (length < this.#limits.resultsMax) return true;
    this.#warnings.add("results-cut", path);
    return false;
  }
}
