import { isDmarcPass, type ReportHeader, type ReportRecord, type ReportTotals } from "@ruaflow/report";
import type { PartEnd } from "./element.ts";
import type { Field, Texts } from "./field-group.ts";
import { Form1Reading } from "./form1-reading.ts";
import type { ReportGrammar } from "./grammar.ts";
import { toHeader } from "./header.ts";
import type { XmlLimits } from "./limits.ts";
import { RecordBuilder, reasonPath } from "./record.ts";
import { escapeInvisible } from "./refusal/line-excerpt.ts";
import { Refusal } from "./refusal/refusal.ts";
import { cutText, detachText, dropLocalPart, trimText } from "./text.ts";
import { ValueReader } from "./values.ts";
import { WarningList } from "./warnings.ts";

/**
 * Takes a record; a promise is awaited before the next record.
 *
 * @param inForm1 the record as form 1 of the content has it: the same object, unless releases before form 2 read it otherwise;
 * `null`: they skipped it
 */
export type OnRecord = (record: ReportRecord, inForm1: ReportRecord | null) => void | Promise<void>;

/** Of a name; the domain needs room behind it. */
const REPORTER_NAME_LENGTH_MAX = 40;

/** Leads back into the value of a field that ended; a value of the document may be longer. */
const OFFSET_BACK_MAX = 40;

/** The fields whose values a report is refused for. */
const blamed = {
  "no-period": ["report_metadata/date_range/begin", "report_metadata/date_range/end"],
  "no-domain": ["policy_published/domain"],
} as const;

/** A type of a reason, as text of the reason itself. */
const word = /^[\w.-]{1,64}$/;

interface BuilderParts {
  readonly grammar: ReportGrammar;
  readonly limits: XmlLimits;
  readonly warnings: WarningList;
  readonly onRecord: OnRecord;
  /** Where in the document the field ends that is being added. */
  readonly findOffset: () => number;
}

/** Gathers the texts of fields until a part is complete, and sums the records up. Keeps no record. */
export class ReportBuilder {
  readonly #grammar: ReportGrammar;
  readonly #errorSlot: number | undefined;
  readonly #limits: XmlLimits;
  readonly #warnings: WarningList;
  readonly #onRecord: OnRecord;
  readonly #texts: Texts;
  readonly #errors: string[] = [];
  #errorsLength = 0;
  readonly #values: ValueReader;
  readonly #record: RecordBuilder;
  readonly #form1: Form1Reading;
  readonly #reasonType: Field | undefined;
  #reasonText: string | null = null;
  readonly #findOffset: () => number;
  /** Where the header's fields ended, by their slots. */
  readonly #offsets = new Map<number, number>();
  #records = 0;
  #recordsSkipped = 0;
  #messages = 0;
  #passed = 0;
  #spfPassed = 0;
  #dkimPassed = 0;
  #sharedHeaderFrom: string | null = null;
  /** What `onRecord` returned last, when it is a promise. */
  pending: Promise<void> | null = null;

  constructor(parts: BuilderParts) {
    this.#grammar = parts.grammar;
    this.#findOffset = parts.findOffset;
    this.#errorSlot = parts.grammar.groups.errors.fields[0]?.slot;
    this.#texts = new Array<string | null>(parts.grammar.slotCount).fill(null);
    this.#limits = parts.limits;
    this.#warnings = parts.warnings;
    this.#onRecord = parts.onRecord;
    this.#values = new ValueReader(parts.warnings);
    this.#record = new RecordBuilder(this.#texts, {
      groups: parts.grammar.groups,
      limits: parts.limits,
      warnings: parts.warnings,
      values: this.#values,
    });
    this.#form1 = new Form1Reading(this.#texts, parts.grammar);
    this.#reasonType = parts.grammar.groups.reason.fields.find(({ path }) => path.endsWith("/type"));
  }

  /** @param inForm1 the text as releases before form 2 of the content read it */
  addField(field: Field, text: string, inForm1 = text): void {
    const stored = field.isFreeText ? this.#cut(field, text) : text;
    if (field.slot === this.#errorSlot) {
      this.#addError(stored);
      return;
    }
    if (this.#texts[field.slot] !== null) {
      this.#warnings.add("duplicate-element", field.path, stored);
      return;
    }
    if (inForm1 === text) this.#form1.addText(field.slot, stored);
    else this.#form1.addOtherText(field.slot, cutText(inForm1, this.#limits.freeTextLengthMax), this.#record);
    this.#texts[field.slot] = stored;
    if (field.slot < this.#grammar.firstRecordSlot)
      this.#offsets.set(field.slot, this.#findOffset() - Math.min(stored.length, OFFSET_BACK_MAX));
  }

  /** Where the value stands that the report is refused for; `null`: it has none. */
  findBlamed(reason: keyof typeof blamed): number | null {
    const { period, policyDomain } = this.#grammar.groups;
    const fields = [...period.fields, ...policyDomain.fields];
    for (const path of blamed[reason]) {
      const slot = fields.find((field) => field.path === path)?.slot;
      const offset = slot === undefined ? undefined : this.#offsets.get(slot);
      if (offset !== undefined) return offset;
    }
    return null;
  }

  /** The reporter as the document names it so far, for people: its name and the domain of its address; `null`: neither is known. */
  get reporter(): string | null {
    const { fields } = this.#grammar.groups.header;
    const read = (path: string) => this.#texts[fields.find((field) => field.path === path)?.slot ?? -1] ?? "";
    const name = trimText(dropLocalPart(read("report_metadata/org_name")));
    const email = read("report_metadata/email");
    const behindAt = dropLocalPart(email);
    const domain = behindAt === email ? "" : (/^[\w.-]+/.exec(behindAt)?.[0] ?? "");
    const isNamed = domain === "" || name.toLowerCase().includes(domain.toLowerCase());
    const reporter = isNamed ? name : name === "" ? domain : `${cutText(name, REPORTER_NAME_LENGTH_MAX)} (${domain})`;
    return detachText(escapeInvisible(reporter)) || null;
  }

  /** Text of a `reason` itself. One word is its type where no element gives one. */
  addReasonText(text: string): void {
    if (this.#reasonText === null && word.test(text)) this.#reasonText = text;
    else this.#warnings.add("stray-text", reasonPath);
  }

  /** True when the record was passed to `onRecord`, which returned a promise. */
  endPart(part: Exclude<PartEnd, "none" | "report">): boolean {
    if (part === "record") return this.#endRecord();
    if (part === "reason") this.#takeReasonText();
    this.#record.endPart(part);
    this.#form1.endPart(part);
    return false;
  }

  /** Records so far, skipped ones included. */
  get recordsRead(): number {
    return this.#records + this.#recordsSkipped;
  }

  get totals(): ReportTotals {
    return {
      records: this.#records,
      recordsSkipped: this.#recordsSkipped,
      messages: this.#messages,
      passed: this.#passed,
      spfPassed: this.#spfPassed,
      dkimPassed: this.#dkimPassed,
    };
  }

  /** The header, when all of the report is read. Refuses a report without period or policy domain. */
  toHeader(namespace: string): ReportHeader {
    if (this.recordsRead === 0) this.#warnings.add("no-records", "");
    else if (this.#records === 0) this.#warnings.add("no-usable-record", "");
    return this.#readHeader(this.#texts, namespace, this.#values);
  }

  /** The header as releases before form 2 of the content read it; null: as it is read now, or not at all. */
  toHeaderInForm1(namespace: string): ReportHeader | null {
    const texts = this.#form1.headerTexts;
    if (texts === null) return null;
    try {
      return this.#readHeader(texts, namespace, new ValueReader(new WarningList(), { isForm1: true }));
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }

  #readHeader(texts: Texts, namespace: string, values: ValueReader): ReportHeader {
    const sharedHeaderFrom = this.#sharedHeaderFrom || null;
    const { groups } = this.#grammar;
    return toHeader(texts, { groups, namespace, errors: this.#errors, sharedHeaderFrom, values });
  }

  #takeReasonText(): void {
    const text = this.#reasonText;
    this.#reasonText = null;
    if (text === null || this.#reasonType === undefined) return;
    const { slot, path } = this.#reasonType;
    if (this.#texts[slot] !== null) {
      this.#warnings.add("stray-text", reasonPath);
      return;
    }
    this.#warnings.add("missing-element", path, text);
    this.#form1.begin(this.#record);
    this.#texts[slot] = text;
  }

  #endRecord(): boolean {
    if (this.recordsRead >= this.#limits.recordsMax) {
      throw new Refusal("too-many-records", `over ${this.#limits.recordsMax} records`);
    }
    this.#form1.beginRecordEnd(this.#record);
    const record = this.#record.end(this.#records);
    for (let slot = this.#grammar.firstRecordSlot; slot < this.#texts.length; slot += 1) this.#texts[slot] = null;
    if (record === null) {
      this.#form1.skipRecord();
      this.#recordsSkipped += 1;
      return false;
    }
    this.#sumUp(record);
    const pending = this.#onRecord(record, this.#form1.endRecord(record));
    this.pending = pending instanceof Promise ? pending : null;
    return this.pending !== null;
  }

  #sumUp(record: ReportRecord): void {
    this.#records += 1;
    const { count, policyEvaluated } = record;
    this.#messages += count;
    if (isDmarcPass(policyEvaluated)) this.#passed += count;
    if (policyEvaluated.spf === "pass") this.#spfPassed += count;
    if (policyEvaluated.dkim === "pass") this.#dkimPassed += count;
    if (this.#messages > this.#limits.messagesMax) {
      throw new Refusal("too-many-messages", `over ${this.#limits.messagesMax} messages`);
    }
    const { headerFrom } = record.identifiers;
    if (this.#sharedHeaderFrom === null) this.#sharedHeaderFrom = detachText(headerFrom);
    // Never null again: `""` stands for no agreement.
    else if (this.#sharedHeaderFrom !== headerFrom) this.#sharedHeaderFrom = "";
  }

  #addError(text: string): void {
    if (text === "") return;
    const hasRoom = this.#errorsLength + text.length <= this.#limits.errorsLengthMax;
    if (!hasRoom || this.#errors.length >= this.#limits.resultsMax) {
      this.#warnings.add("results-cut", "report_metadata/error");
      return;
    }
    this.#errors.push(detachText(text));
    this.#errorsLength += text.length;
  }

  #cut(field: Field, text: string): string {
    if (text.length <= this.#limits.freeTextLengthMax) return text;
    this.#warnings.add("text-cut", field.path);
    return cutText(text, this.#limits.freeTextLengthMax);
  }
}
