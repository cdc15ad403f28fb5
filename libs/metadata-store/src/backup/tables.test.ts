import { expect, test } from "vitest";
import { executeSql, startMetadataStore } from "../testing/index.ts";
import { TABLES } from "./tables.ts";

test("the list has every table of the schema, each after those that it refers to", async () => {
  const source = await startMetadataStore();
  const tables = await executeSql(source.url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const found = tables.map(({ tablename }) => String(tablename)).filter((name) => name !== "schema_migrations");
  expect(TABLES.all.toSorted()).toEqual(found.sort());
  const references = await executeSql(
    source.url,
    "SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint WHERE contype = 'f'",
  );
  expect(references.length).toBeGreaterThan(5);
  const names: readonly string[] = TABLES.all;
  const position = (name: unknown) => names.indexOf(String(name));
  for (const { from, to } of references) expect([from, position(from) > position(to)]).toEqual([from, true]);
  await source.stop();
});
