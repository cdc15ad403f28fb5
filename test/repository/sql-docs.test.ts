import { readFileSync } from "node:fs";
import { createRecordStore } from "@ruaflow/record-store";
import { createTemporaryFolder, selectRows, type TemporaryFolder } from "@ruaflow/record-store/testing";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DescribedView, describeSql, listQuestions, readViews } from "./describe-sql.ts";

const root = new URL("../../", import.meta.url);

let views: readonly DescribedView[];
let folder: TemporaryFolder;

beforeAll(async () => {
  views = await readViews();
  folder = await createTemporaryFolder();
  await createMigratedFolder(folder.path);
  const store = await createRecordStore({ path: folder.path });
  await store.close();
});

afterAll(() => folder.remove());

test("the committed dictionary is what the database says (npm run sql-docs writes it)", () => {
  expect(readFileSync(new URL("docs/sql.md", root), "utf8")).toBe(describeSql(views, listQuestions()));
});

test("every view and column has a comment", () => {
  const described = views.flatMap((view) => [
    { name: view.name, comment: view.comment },
    ...view.columns.map((column) => ({ name: `${view.name}.${column.name}`, comment: column.comment })),
  ]);
  expect(views).toHaveLength(9);
  expect(described.length).toBeGreaterThan(100);
  expect(described.filter(({ comment }) => comment === "")).toEqual([]);
});

test("there are 17 questions, each with a title and a meaning", () => {
  expect(listQuestions()).toHaveLength(17);
  for (const { title, meaning } of listQuestions()) {
    expect(title).not.toBe("");
    expect(meaning).toMatch(/[?.]$/);
  }
});

test.each(listQuestions())("$name has the columns that it promises", async ({ name, columns }) => {
  const statement = readFileSync(new URL(`docs/questions/${name}.sql`, root), "utf8");
  // Names without a database are those of the views.
  const query = statement.replace(/\bFROM (\w+)/g, "FROM ruaflow_v1.$1");
  const found = await selectRows<{ name: string }>(folder.path, `DESCRIBE (${query})`);
  expect(found.map((column) => column.name)).toEqual(columns);
});
