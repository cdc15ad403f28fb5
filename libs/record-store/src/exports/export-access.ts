import { UsageError } from "@ruaflow/runtime/errors";
import { quoteText, type WritingEngine } from "../engine/engine.ts";
import { maintenanceSettings } from "../engine/read-settings.ts";
import {
  type ExportFile,
  type ExportRange,
  type ExportView,
  exportFormats,
  exportSettings,
  toExportQuery,
  toRangeCondition,
} from "./export-query.ts";

/** What the views have of a month. */
export interface ExportMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly reports: number;
  /** Differs when other reports are visible in the range, or one of them counts otherwise. */
  readonly fingerprint: string;
}

/** What an export of the views needs. Rows are those that SQL readers see. */
export function createExportAccess(engine: WritingEngine) {
  const readDatabase = async () => {
    const [row] = await engine.select<{ name: string }>("SELECT concat(currentDatabase(), '_v1') AS name", {});
    return row?.name ?? "";
  };
  return {
    /** @throws UsageError that lists the views, for one that does not exist or has no days */
    async findView(name: string): Promise<ExportView> {
      const database = await readDatabase();
      const query = `SELECT table, max(name = 'counted') AS isCountable FROM system.columns
        WHERE database = {database:String} GROUP BY table HAVING has(groupArray(name), 'day') ORDER BY table`;
      const views = await engine.select<{ table: string; isCountable: number }>(query, { database });
      const found = views.find(({ table }) => table === name);
      if (found) return { table: `\`${database}\`.\`${name}\``, isCountable: found.isCountable === 1 };
      throw new UsageError(`${name} is not a view. Views: ${views.map(({ table }) => table).join(", ")}.`);
    },
    /** The months of the range that have reports, the oldest first. */
    async listMonths(range: ExportRange): Promise<readonly ExportMonth[]> {
      const { where, params } = toRangeCondition(range);
      const rows = await engine.select<{ month: string; reports: number; fingerprint: string }>(
        `SELECT formatDateTime(toStartOfMonth(day), '%Y-%m') AS month, toUInt32(count()) AS reports,
          hex(groupBitXor(sipHash64(report_id, received_at, records, messages, passed, trust, counted))) AS fingerprint
        FROM \`${await readDatabase()}\`.reports WHERE ${where} GROUP BY month ORDER BY month ${maintenanceSettings}`,
        params,
      );
      return rows.map(({ month, reports, fingerprint }) => ({
        month,
        reports,
        fingerprint: `${reports}-${fingerprint}`,
      }));
    },
    /** Rows that a file of the view has to have. */
    async countRows(view: ExportView, range: ExportRange): Promise<number> {
      const { query, params } = toExportQuery(view, range, "count() AS rows");
      const [row] = await engine.select<{ rows: number }>(`${query} ${maintenanceSettings}`, params);
      return row?.rows ?? 0;
    },
    /** Reports of the range that do not count, for example because their sender is not proven. */
    async countLeftOut(range: ExportRange): Promise<number> {
      const { where, params } = toRangeCondition({ ...range, isCountedOnly: false });
      const query = `SELECT count() AS reports FROM \`${await readDatabase()}\`.reports WHERE ${where} AND NOT counted`;
      const [row] = await engine.select<{ reports: number }>(`${query} ${maintenanceSettings}`, params);
      return row?.reports ?? 0;
    },
    /** Has the engine write the file itself; it must be on this machine. */
    async writeFile({ view, format, range, path }: ExportFile): Promise<void> {
      const { query, params } = toExportQuery(view, range);
      const statement = `INSERT INTO FUNCTION file(${quoteText(path)}, '${exportFormats[format]}') ${query} ${exportSettings}`;
      await engine.command(statement, params);
    },
  };
}
