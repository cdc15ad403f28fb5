import type { SqlPause } from "@ruaflow/engines/clickhouse-http";

// What the service and the process of its ClickHouse say to each other.

export interface SqlPort {
  /** 0: any free port. */
  readonly port: number;
  readonly key: string;
}

/** Who asked: the service or one of its commands, or a reader of the SQL port. */
export type Asker = "service" | "sql";

export type ToEngine =
  | ({ readonly kind: "open-sql"; readonly id: number; readonly pause: SqlPause } & SqlPort)
  /** The running statements are answered, and the process ends. */
  | { readonly kind: "stop" };

export type FromEngine =
  /** @param url of the private port */
  | { readonly kind: "ready"; readonly url: string }
  | { readonly kind: "sql-opened"; readonly id: number; readonly url: string }
  /** @param id `null`: the engine cannot be opened */
  | { readonly kind: "failed"; readonly id: number | null; readonly message: string; readonly isUsage: boolean }
  /** The last message of a process that ends because of the statement. */
  | { readonly kind: "overdue"; readonly asker: Asker; readonly query: string };
