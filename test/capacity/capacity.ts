/** What an installation is for. */
export interface Load {
  readonly reportsPerDay: number;
  readonly recordsPerReport: number;
  /** The busiest hour against the mean one. */
  readonly peak: number;
  /** How long reports are kept. */
  readonly keptDays: number;
}

export const DEFAULT_LOAD: Omit<Load, "reportsPerDay"> = { recordsPerReport: 3, peak: 3, keptDays: 365 };

/**
 * Milliseconds of CPU for a report that comes by mail, by what runs apart (docs/performance.md: "Reports by mail", "Many processes",
 * "How the cost grows").
 */
const CPU_MS = {
  "smtp-receivers": 1.9,
  ingests: 0.2,
  "record-writers": 0.05,
  PostgreSQL: 0.7,
  ClickHouse: 0.14,
  Kafka: 0.04 * 3,
} as const;

/** Of a core, so that an hour that is busier than expected has room. */
const CORE_USE = 0.5;
const SECONDS_PER_DAY = 86_400;

/** Bytes on disk (docs/performance.md: "How the cost grows", "Figures"; `npm run bench -- --only bytes`). */
const BYTES = {
  /** The ledger, the list and the sums of days: as long as the reports, and the ledger for ever. */
  postgresReport: 1_500,
  /** What arrived, and what became of it. */
  postgresArrival: 780,
  /** 605 on average of 2,755 real files, compressed, with its key and its row. */
  body: 750,
  clickHouseRecord: 19.9,
  clickHouseReport: 109,
  /** In the log, for each of three replicas. */
  message: 1_480,
} as const;
const LOG_DAYS = 7;
const LOG_REPLICAS = 3;

/** What one server is taken to hold; others would be, too. */
const SERVER = { cores: 16, bytes: 4e12 };

export type Process = keyof typeof CPU_MS;

/** What a load takes. Bytes are those after `keptDays`; cores are those of the busiest hour. */
export interface Capacity {
  readonly reportsPerSecond: number;
  readonly peakPerSecond: number;
  readonly cores: Readonly<Record<Process, number>>;
  readonly bytes: {
    readonly PostgreSQL: number;
    readonly bodies: number;
    readonly ClickHouse: number;
    readonly Kafka: number;
  };
  /** Servers by what they have to hold, without replicas. */
  readonly servers: { readonly PostgreSQL: number; readonly ClickHouse: number; readonly Kafka: number };
}

export function toCapacity({ reportsPerDay, recordsPerReport, peak, keptDays }: Load): Capacity {
  const reportsPerSecond = reportsPerDay / SECONDS_PER_DAY;
  const peakPerSecond = reportsPerSecond * peak;
  const toCores = (ms: number) => (peakPerSecond * ms) / 1000 / CORE_USE;
  const cores = Object.fromEntries(
    Object.entries(CPU_MS).map(([name, ms]) => [name, toCores(ms)]),
  ) as Capacity["cores"];
  const kept = reportsPerDay * keptDays;
  const bytes = {
    PostgreSQL: kept * (BYTES.postgresReport + BYTES.postgresArrival),
    bodies: kept * BYTES.body,
    ClickHouse: kept * (BYTES.clickHouseReport + BYTES.clickHouseRecord * recordsPerReport),
    Kafka: reportsPerDay * LOG_DAYS * LOG_REPLICAS * BYTES.message,
  };
  const toServers = (name: "PostgreSQL" | "ClickHouse" | "Kafka") =>
    Math.max(1, Math.ceil(cores[name] / SERVER.cores), Math.ceil(bytes[name] / SERVER.bytes));
  const servers = {
    PostgreSQL: toServers("PostgreSQL"),
    ClickHouse: toServers("ClickHouse"),
    Kafka: toServers("Kafka"),
  };
  return { reportsPerSecond, peakPerSecond, cores, bytes, servers };
}
