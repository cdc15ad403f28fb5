import type { ReportRecord } from "@ruaflow/report";
import type { ResultPart } from "./element.ts";
import type { Texts } from "./field-group.ts";
import type { ReportGrammar } from "./grammar.ts";
import type { RecordBuilder } from "./record.ts";
import { hasLocalPart } from "./values.ts";

/**
 * A report as releases before form 2 of the content read it, where that differs: one that they stored must be a duplicate when it
 * comes again. Reports that are read as before cost nothing.
 */
export class Form1Reading {
  readonly #texts: Texts;
  readonly #firstRecordSlot: number;
  readonly #envelopeSlots: readonly number[];
  readonly #headerTexts = new Map<number, string>();
  /** Builds the record of before, from texts of its own; null as long as it is the record of now. */
  #record: { readonly builder: RecordBuilder; readonly texts: Texts } | null = null;
  #records = 0;

  /** @param texts those of the report as it is read now */
  constructor(texts: Texts, { groups, firstRecordSlot }: ReportGrammar) {
    this.#texts = texts;
    this.#firstRecordSlot = firstRecordSlot;
    const envelopes = groups.identifiers.fields.filter(({ path }) => path.includes("/envelope_"));
    this.#envelopeSlots = envelopes.map(({ slot }) => slot);
  }

  /** The record of `current` has something that was not read in this way before. */
  begin(current: RecordBuilder): void {
    if (this.#record !== null) return;
    const texts = [...this.#texts];
    this.#record = { builder: current.inForm1(texts), texts };
  }

  /** A field's text of now. */
  addText(slot: number, text: string): void {
    if (this.#record !== null && slot >= this.#firstRecordSlot) this.#record.texts[slot] = text;
  }

  /** A field's text of before, which is another one than that of now. */
  addOtherText(slot: number, text: string, current: RecordBuilder): void {
    if (slot < this.#firstRecordSlot) {
      this.#headerTexts.set(slot, text);
      return;
    }
    this.begin(current);
    this.addText(slot, text);
  }

  endPart(part: ResultPart): void {
    this.#record?.builder.endPart(part);
  }

  /** To be called before `current` ends its record. */
  beginRecordEnd(current: RecordBuilder): void {
    if (this.#envelopeSlots.some((slot) => hasLocalPart(this.#texts[slot] ?? null))) this.begin(current);
  }

  /** The record of before; `null`: it was skipped. */
  endRecord(now: ReportRecord): ReportRecord | null {
    const record = this.#record === null ? this.#withOrdinal(now) : this.#record.builder.end(this.#records);
    this.#record = null;
    if (record !== null) this.#records += 1;
    return record;
  }

  /** The record is skipped now, as it was before. */
  skipRecord(): void {
    this.#record = null;
  }

  /** The header's texts of before; null: they are those of now. */
  get headerTexts(): Texts | null {
    if (this.#headerTexts.size === 0) return null;
    return this.#texts.map((text, slot) => this.#headerTexts.get(slot) ?? text);
  }

  #withOrdinal(record: ReportRecord): ReportRecord {
    return record.ordinal === this.#records ? record : { ...record, ordinal: this.#records };
  }
}
