import { expect, test } from "vitest";
import { toClientGroups } from "../client-groups.ts";
import type { AttentionItem } from "../reasons.ts";
import { deselect, NOTHING, select, toReasonIds } from "./selection.ts";

const item = (id: string, client: string | null, reasons: readonly string[]) =>
  ({
    domain_id: id,
    client_reference: client,
    client_domains: 2,
    reasons: reasons.map((reason) => ({ id: reason })),
  }) as unknown as AttentionItem;

const [one, two, three] = [item("one", "C-1", ["a", "b"]), item("two", "C-1", ["c"]), item("three", null, ["d"])];

test("a selection has exactly the reasons that are shown of the selected domains", () => {
  const all = select(select(NOTHING, [one, two]), [three]);
  expect(toReasonIds(all)).toEqual(["a", "b", "c", "d"]);
  expect(toReasonIds(deselect(all, [one, three]))).toEqual(["c"]);
  // A domain that is selected again has what is shown now.
  expect(toReasonIds(select(all, [item("one", "C-1", ["b"])]))).toEqual(["b", "c", "d"]);
});

test("domains are grouped by client, also those without one, with the number on all pages", () => {
  expect(toClientGroups([one, two, three])).toEqual([
    { client: "C-1", domains: 2, items: [one, two] },
    { client: null, domains: 2, items: [three] },
  ]);
});
