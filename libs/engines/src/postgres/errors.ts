/** Why the embedded PostgreSQL cannot run here. `code` is stable. */
export type EmbeddedPostgresErrorCode =
  | "PLATFORM_UNSUPPORTED"
  | "OS_USER_MISSING"
  | "FOLDER_UNREACHABLE"
  | "FOLDER_FOREIGN"
  | "START_FAILED"
  | "STOP_FAILED"
  | "DATA_FOLDER_IN_USE";

export class EmbeddedPostgresError extends Error {
  override readonly name: string = "EmbeddedPostgresError";
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Who works on a data folder. */
export interface Owner {
  /** Process id of the service, not of PostgreSQL. */
  readonly pid: number;
  /** What the service said about itself, for people: the address of its API, for example. */
  readonly description: string;
  /** True for a command, which gives the folder up when it is done. */
  readonly isTemporary: boolean;
}

/** Another live process owns the data folder; nothing of it was touched. */
export class DataFolderInUseError extends EmbeddedPostgresError {
  override readonly name = "DataFolderInUseError";
  readonly owner: Owner | null;

  constructor(dataDir: string, owner: Owner | null) {
    const who = owner === null ? "another process" : `process ${owner.pid} (${owner.description})`;
    super("DATA_FOLDER_IN_USE", `The data folder ${dataDir} is in use by ${who}.`);
    this.owner = owner;
  }
}
