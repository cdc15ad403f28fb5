import { type Capacity, DEFAULT_LOAD, type Load, toCapacity } from "./capacity.ts";

/** The columns of docs/capacity.md. */
export const REPORTS_PER_DAY = [100_000, 1_000_000, 10_000_000, 100_000_000] as const;

type Row = readonly [what: string, of: (capacity: Capacity) => string];

const cores = (name: keyof Capacity["cores"]): Row => [`cores of ${name}`, (capacity) => toText(capacity.cores[name])];
const disk = (name: keyof Capacity["bytes"], what: string): Row => [what, (capacity) => toBytes(capacity.bytes[name])];

const ROWS: readonly Row[] = [
  [
    "reports/s, mean and busiest hour",
    (capacity) => `${toText(capacity.reportsPerSecond)}, ${toText(capacity.peakPerSecond)}`,
  ],
  cores("smtp-receivers"),
  cores("ingests"),
  cores("record-writers"),
  cores("PostgreSQL"),
  cores("ClickHouse"),
  cores("Kafka"),
  disk("PostgreSQL", "PostgreSQL's rows"),
  disk("bodies", "bodies"),
  disk("ClickHouse", "ClickHouse, one replica"),
  disk("Kafka", "Kafka, three replicas of 7 days"),
  ["servers of PostgreSQL", (capacity) => String(capacity.servers.PostgreSQL)],
  ["shards of ClickHouse", (capacity) => String(capacity.servers.ClickHouse)],
  ["Kafka brokers", (capacity) => String(Math.max(3, capacity.servers.Kafka))],
];

/** A table in Markdown, with a column for each number of reports a day. */
export function toCapacityTable(reportsPerDay: readonly number[], load: Partial<Load> = {}): string {
  const columns = reportsPerDay.map((reports) => toCapacity({ ...DEFAULT_LOAD, ...load, reportsPerDay: reports }));
  const head = ["reports a day", ...reportsPerDay.map((reports) => reports.toLocaleString("en"))];
  const rows = ROWS.map(([what, of]) => [what, ...columns.map(of)]);
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function toText(value: number): string {
  return value < 0.1 ? "< 0.1" : Number(value.toPrecision(2)).toLocaleString("en");
}

function toBytes(value: number): string {
  return value < 1e12 ? `${toText(value / 1e9)} GB` : `${toText(value / 1e12)} TB`;
}
