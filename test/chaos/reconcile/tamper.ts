import { createRandom } from "../../support/report-generator.ts";

/** A report as its rows show it. */
export interface StoredPlace {
  readonly report_id: string;
  readonly rows: number;
}

/** One way to damage reports: the statements for some of them, and what a comparison has to call it. */
interface Damage {
  readonly difference: "missing" | "altered" | "doubled" | "unknown";
  /** Reports with fewer records are left to other damages. */
  readonly rowsMin: number;
  readonly toStatements: (ids: string) => readonly string[];
  /** The report that the comparison has to name. */
  readonly toNamed?: (reportId: string) => string;
}

const SYNC = "SETTINGS mutations_sync = 2";
const UNKNOWN = "rpt_unknown_";

const DAMAGES: readonly Damage[] = [
  {
    difference: "missing",
    rowsMin: 1,
    toStatements: (ids) => [`ALTER TABLE records DELETE WHERE report_id IN (${ids}) AND ordinal = 0 ${SYNC}`],
  },
  {
    difference: "missing",
    rowsMin: 3,
    toStatements: (ids) => [`ALTER TABLE records DELETE WHERE report_id IN (${ids}) AND ordinal > 0 ${SYNC}`],
  },
  {
    difference: "missing",
    rowsMin: 1,
    toStatements: (ids) =>
      ["records", "reports"].map((table) => `ALTER TABLE ${table} DELETE WHERE report_id IN (${ids}) ${SYNC}`),
  },
  {
    difference: "doubled",
    rowsMin: 1,
    toStatements: (ids) =>
      ["records", "reports"].map((table) => `INSERT INTO ${table} SELECT * FROM ${table} WHERE report_id IN (${ids})`),
  },
  alteration("count = count + 1", "ordinal = 0"),
  { ...alteration("count = if(ordinal = 0, count + 1, count - 1)", "ordinal < 2"), rowsMin: 2 },
  alteration("source_ip = toIPv6('203.0.113.250')", "ordinal = 0"),
  alteration("disposition = 'quarantine'", "ordinal = 0"),
  {
    difference: "unknown",
    rowsMin: 1,
    toNamed: (reportId) => `${UNKNOWN}${reportId}`,
    toStatements: (ids) =>
      ["records", "reports"].map(
        (table) =>
          `INSERT INTO ${table} SELECT * REPLACE (concat('${UNKNOWN}', report_id) AS report_id)
           FROM (SELECT * FROM ${table} WHERE report_id IN (${ids}))`,
      ),
  },
];

function alteration(change: string, where: string): Damage {
  return {
    difference: "altered",
    rowsMin: 1,
    toStatements: (ids) => [
      `ALTER TABLE records UPDATE ${change} WHERE report_id IN (${ids}) AND ${where} SETTINGS mutations_sync = 2`,
    ],
  };
}

/** Statements that damage reports, and what a comparison has to find, by report id. */
export interface Tampering {
  readonly statements: readonly string[];
  readonly expected: ReadonlyMap<string, string>;
}

/** Damages `count` random reports, about as many in each way. */
export function planTampering(stored: readonly StoredPlace[], count: number): Tampering {
  const random = createRandom(count);
  const left = [...stored];
  const chosen = DAMAGES.map((): string[] => []);
  const expected = new Map<string, string>();
  while (expected.size < count && left.length > 0) {
    const index = expected.size % DAMAGES.length;
    const damage = DAMAGES[index];
    const [report] = left.splice(Math.floor(random() * left.length), 1);
    if (damage === undefined || report === undefined || report.rows < damage.rowsMin) continue;
    chosen[index]?.push(report.report_id);
    expected.set(damage.toNamed?.(report.report_id) ?? report.report_id, damage.difference);
  }
  const statements = DAMAGES.flatMap(({ toStatements }, index) =>
    toStatements((chosen[index] ?? []).map((id) => `'${id}'`).join(", ")),
  );
  return { statements, expected };
}
