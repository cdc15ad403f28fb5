import type { Engine } from "../engine/engine.ts";
import { type Filter, toCondition } from "./filter.ts";
import { type Failure, readFailures, toFailureCondition } from "./list-failures.ts";
import { readSources, type Source } from "./list-sources.ts";
import { readSourceRanges } from "./source-page.ts";

/** Every source of a filter, by address. Read range by range on demand, with flat memory. */
export async function* exportSources(
  engine: Engine,
  organizationId: string,
  filter: Filter,
): AsyncGenerator<Source, void, undefined> {
  for await (const range of readSourceRanges(engine, toCondition(organizationId, filter))) {
    yield* await readSources(engine, range);
  }
}

/** Every source with mail that failed DMARC, by address. Read range by range on demand, with flat memory. */
export async function* exportFailures(
  engine: Engine,
  organizationId: string,
  filter: Filter,
): AsyncGenerator<Failure, void, undefined> {
  for await (const range of readSourceRanges(engine, toFailureCondition(organizationId, filter))) {
    yield* await readFailures(engine, range);
  }
}
