import { isSameContent } from "@ruaflow/report/content";
import { afterAll, beforeAll, expect, test } from "vitest";
import { executeSql, startMetadataStore } from "../../testing/index.ts";
import { haveSameContent, selectHashes } from "./content-hashes.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;

beforeAll(async () => {
  running = await startMetadataStore();
});

afterAll(() => running.stop());

test("SQL reads hashes in the order of their forms, and compares them as the code does", async () => {
  const forms = ["aa", "aa 02", "aa 03", "aa 02 04", "aa 03 04", "bb", "bb 02"].map((text) => text.split(" "));
  const values = forms.map(
    ([hash, ...newer]) =>
      `('\\x${hash}'::bytea, ARRAY[${newer.map((each) => `'\\x${each}'::bytea`).join(", ")}]::bytea[])`,
  );
  const rows = await executeSql(
    running.url,
    `WITH given (content_hash, newer_hashes) AS (VALUES ${values.join(", ")})
     SELECT (SELECT row_to_json(read) FROM (SELECT ${selectHashes("one")}) AS read) AS one,
       (SELECT row_to_json(read) FROM (SELECT ${selectHashes("other")}) AS read) AS other,
       ${haveSameContent("one", "other")} AS "isSame"
     FROM given AS one, given AS other`,
  );
  expect(rows).toHaveLength(forms.length ** 2);
  expect(
    new Set(
      rows.map(({ one }) =>
        Object.values(one as object)
          .flat()
          .join(" "),
      ),
    ),
  ).toEqual(new Set(forms.map((form) => form.join(" "))));
  for (const { one, other, isSame } of rows as { one: never; other: never; isSame: boolean }[])
    expect(isSameContent(one, other), JSON.stringify([one, other])).toBe(isSame);
});
