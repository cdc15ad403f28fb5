import type { Engine } from "../engine/engine.ts";
import { exportSettings } from "../engine/read-settings.ts";
import type { Filter } from "./filter.ts";
import { type Failure, readFailures, toFailureQuestion } from "./list-failures.ts";
import { readSources, type Source } from "./list-sources.ts";
import { readSourceRanges } from "./source-page.ts";
import { createSourceQuestion } from "./source-summary.ts";

/** Every source of a filter, by address. Read range by range on demand, with flat memory. */
export async function* exportSources(
  engine: Engine,
  organizationId: string,
  filter: Filter,
): AsyncGenerator<Source, void, undefined> {
  const question = { ...createSourceQuestion(organizationId, filter), settings: exportSettings };
  for await (const range of readSourceRanges(engine, question.condition, { settings: exportSettings })) {
    yield* await readSources(engine, question, range);
  }
}

/** Every source with mail that failed DMARC, by address. Read range by range on demand, with flat memory. */
export async function* exportFailures(
  engine: Engine,
  organizationId: string,
  filter: Filter,
): AsyncGenerator<Failure, void, undefined> {
  const question = { ...toFailureQuestion(organizationId, filter), settings: exportSettings };
  for await (const range of readSourceRanges(engine, question.condition, { settings: exportSettings })) {
    yield* await readFailures(engine, question, range);
  }
}
