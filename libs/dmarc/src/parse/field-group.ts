import type { FieldRule, FieldTable } from "./fields.ts";
import type { ValueReader } from "./values.ts";

export type Field = {
  readonly kind: "field";
  readonly path: string;
  /** Where its text waits until its part ends. */
  readonly slot: number;
  readonly isFreeText: boolean;
};

/** Where the texts of fields wait until their part ends, each in its slot; `null` for an absent one. */
export type Texts = (string | null)[];

export type ValuesOf<Table extends FieldTable> = {
  readonly [Key in keyof Table]: Table[Key] extends FieldRule<infer Value> ? Value : never;
};

interface Entry {
  readonly key: string;
  readonly slot: number;
  readonly path: string;
  readonly read: FieldRule<string | null>["read"];
}

/** The fields that become one object. */
export class FieldGroup<Table extends FieldTable> {
  readonly fields: readonly Field[];
  readonly #entries: readonly Entry[];
  readonly #firstSlot: number;
  readonly #endSlot: number;

  /** `firstSlot` is that of the first field; the others follow. */
  constructor(table: Table, firstSlot: number) {
    const rules = Object.entries(table).map(([key, rule], index) => ({ key, ...rule, slot: firstSlot + index }));
    this.#entries = rules.map(({ key, slot, path, read }) => ({ key, slot, path, read }));
    this.fields = rules.map(({ path, slot, isFreeText }) => ({ kind: "field", path, slot, isFreeText }));
    this.#firstSlot = firstSlot;
    this.#endSlot = firstSlot + this.fields.length;
  }

  /** The values of the texts, in the order of the table. */
  read(texts: Texts, values: ValueReader): ValuesOf<Table> {
    const read: Record<string, string | null> = {};
    for (let at = 0; at < this.#entries.length; at += 1) {
      const entry = this.#entries[at];
      if (entry !== undefined) read[entry.key] = entry.read(texts[entry.slot] ?? null, values, entry.path);
    }
    // Each key of the table has just been given what its rule reads.
    return read as ValuesOf<Table>;
  }

  /** True when no field has a text. */
  isEmpty(texts: Texts): boolean {
    for (let slot = this.#firstSlot; slot < this.#endSlot; slot += 1) if (texts[slot]) return false;
    return true;
  }

  clear(texts: Texts): void {
    for (let slot = this.#firstSlot; slot < this.#endSlot; slot += 1) texts[slot] = null;
  }
}
