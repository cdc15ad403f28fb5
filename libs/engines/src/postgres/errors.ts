/** Why the embedded PostgreSQL cannot run here. `code` is stable. */
export type EmbeddedPostgresErrorCode =
  | "platform_unsupported"
  | "os_user_missing"
  | "folder_unreachable"
  | "folder_foreign"
  | "start_failed"
  | "stop_failed"
  | "data_folder_in_use";

export class EmbeddedPostgresError extends Error {
  override readonly name: string = "EmbeddedPostgresError";
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The process that uses a data folder. */
export interface Owner {
  /** Process id of the service, not of PostgreSQL. */
  readonly pid: number;
  /** The service's description of itself, for people: the address of its API, for example. */
  readonly description: string;
  /** True for a command, which releases the folder when it is done. */
  readonly isTemporary: boolean;
}

/** Another live process owns the data folder; nothing in it was changed. */
export class DataFolderInUseError extends EmbeddedPostgresError {
  override readonly name = "DataFolderInUseError";
  readonly owner: Owner | null;

  constructor(dataDir: string, owner: Owner | null) {
    const who = owner === null ? "another process" : `process ${owner.pid} (${owner.description})`;
    super("data_folder_in_use", `The data folder ${dataDir} is in use by ${who}.`);
    this.owner = owner;
  }
}
