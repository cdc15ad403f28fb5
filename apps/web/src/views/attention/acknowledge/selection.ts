import type { AttentionItem } from "../reasons.ts";

/** The reasons that are selected, by the id of their domain. */
export type Selection = ReadonlyMap<string, readonly string[]>;

export const NOTHING: Selection = new Map();

const toEntry = ({ domain_id: id, reasons }: AttentionItem) => [id, reasons.map((reason) => reason.id)] as const;

/** With the reasons that are shown of these domains. */
export function select(selection: Selection, items: readonly AttentionItem[]): Selection {
  return new Map([...selection, ...items.map(toEntry)]);
}

/** Without any of these domains. */
export function deselect(selection: Selection, items: readonly AttentionItem[]): Selection {
  const left = new Set(items.map((item) => item.domain_id));
  return new Map([...selection].filter(([id]) => !left.has(id)));
}

export function toReasonIds(selection: Selection): string[] {
  return [...selection.values()].flat();
}
