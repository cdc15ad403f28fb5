import type { RowChange } from "@ruaflow/runtime/row-change";
import type { InsertingEngine, WritingEngine } from "../engine/engine.ts";
import { translateErrors } from "../engine/translate-errors.ts";
import { toWriterError } from "../engine/write-error.ts";
import { createDomainMarker, deleteDomains, deleteOldReports } from "./delete-domain.ts";
import { deleteReports } from "./delete-reports.ts";
import { deleteSurplus } from "./delete-surplus.ts";
import type { DomainKey } from "./report-conditions.ts";
import { copySourceFacts } from "./source-facts.ts";
import { saveVerdicts } from "./verdicts/save-verdicts.ts";

/** Organization of facts about sources, which belong to none. */
const NO_ORGANIZATION = [""];

/**
 * Everything that changes or removes rows that cached answers may derive from. Each function takes the announcement of its change, and
 * these rows have no other way to change: questions get an engine without statements that write, and see {@link onlyInto}.
 */
export function createRowChanges(engine: WritingEngine) {
  const announced = announceOn(engine);
  // Writers wait after an outage, and a limit that they meet is one.
  const announcedForWriters = announceOn(translateErrors(engine, toWriterError));
  const mark = createDomainMarker(engine);

  const ofFirst = ([organizationId]: readonly [string, ...unknown[]]) => [organizationId];
  return {
    markDeleted: announced(
      (_, domain: DomainKey) => mark(domain),
      ([{ organizationId }]) => [organizationId],
    ),
    deleteDomains: announced(deleteDomains, ([domains]) => domains.map(({ organizationId }) => organizationId)),
    deleteOldReports: announced(deleteOldReports, ofFirst),
    deleteReports: announcedForWriters(deleteReports, ofFirst),
    deleteSurplus: announcedForWriters(deleteSurplus, ofFirst),
    saveVerdicts: announced(saveVerdicts, ofFirst),
    copySourceFacts: announced(copySourceFacts, () => NO_ORGANIZATION),
  };
}

function announceOn(engine: WritingEngine) {
  /** @param toOrganizations whose rows a call changes: the change must be announced for them */
  return <Args extends unknown[]>(
    verb: (engine: WritingEngine, ...args: Args) => Promise<void>,
    toOrganizations: (args: NoInfer<Args>) => readonly string[],
  ) =>
    (change: RowChange, ...args: Args): Promise<void> =>
      change.run(toOrganizations(args), {
        work: () => verb(engine, ...args),
        hasEnded: (agoMs) => hasEnded(engine, agoMs),
      });
}

/**
 * The same engine, which inserts into these tables alone. Rows of records and reports that are inserted count only once their T2 says so,
 * which advances the version of answers; no cached answer derives from the other tables.
 */
export function onlyInto(engine: WritingEngine, tables: readonly string[]): InsertingEngine {
  const assertTable = (statement: string) => {
    const table = statement.match(/^INSERT INTO (\w+) /)?.[1] ?? "";
    if (!tables.includes(table)) throw new Error(`Rows of '${table}' change only within a RowChange`);
  };
  const { kind, layout, questionsMax, select, ping, insertFile } = engine;
  return {
    ...{ kind, layout, questionsMax, select, ping },
    async insert(statement, lines) {
      assertTable(statement);
      await engine.insert(statement, lines);
    },
    ...(insertFile && {
      async insertFile(insert) {
        assertTable(insert.toStatement("''"));
        await insertFile(insert);
      },
    }),
  };
}

/** ClickHouse counts in whole seconds, and a statement may reach it after its failure is known here. */
const SLACK_S = 5;

/** True if no mutation and no insert is under way that began so long ago or earlier: what failed then changes nothing any more. */
async function hasEnded({ select, layout }: WritingEngine, agoMs: number): Promise<boolean> {
  const { database, toSystemTable } = layout;
  const params = { ago: Math.max(0, Math.floor(agoMs / 1000) - SLACK_S) };
  const found = await select(
    `SELECT 1 FROM ${toSystemTable("mutations")}
     WHERE database = ${database} AND NOT is_done AND create_time <= now() - {ago:UInt32}
     UNION ALL
     SELECT 1 FROM ${toSystemTable("processes")}
     WHERE query_kind IN ('Insert', 'Alter', 'AsyncInsertFlush') AND current_database = ${database} AND elapsed >= {ago:UInt32}
     LIMIT 1`,
    params,
  );
  return found.length === 0;
}
