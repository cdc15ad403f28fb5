import { UsageError } from "@ruaflow/runtime/errors";
import type { Engine } from "../engine/engine.ts";
import { maintenanceSettings } from "../questions/read-settings.ts";
import {
  type ExportFile,
  type ExportRange,
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
export function createExportAccess(engine: Engine) {
  const readDatabase = async () => {
    const [row] = await engine.select<{ name: string }>("SELECT concat(currentDatabase(), '_v1') AS name", {});
    return row?.name ?? "";
  };
  return {
    /** @throws UsageError that lists the views, for one that does not exist or has no days */
    async findView(name: string): Promise<string> {
      const database = await readDatabase();
      const query =
        "SELECT table FROM system.columns WHERE database = {database:String} AND name = 'day' ORDER BY table";
      const views = await engine.select<{ table: string }>(query, { database });
      if (views.some(({ table }) => table === name)) return `\`${database}\`.\`${name}\``;
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
    /** Has the engine write the file itself; it must be on this machine. */
    async writeFile({ view, format, range, path }: ExportFile): Promise<void> {
      const { query, params } = toExportQuery(view, range);
      const statement = `INSERT INTO FUNCTION file(${quoteText(path)}, '${exportFormats[format]}') ${query} ${exportSettings}`;
      await engine.command(statement, params);
    },
  };
}

function quoteText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
