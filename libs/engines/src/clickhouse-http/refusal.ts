/** A refusal by the HTTP interface itself, with ClickHouse's code and name for it. */
export class ClickHouseRefusal extends Error {
  override readonly name = "ClickHouseRefusal";
  /** Number in ClickHouse's list of error codes. */
  readonly clickhouseCode: number;

  constructor(kind: keyof typeof codes, reason: string) {
    super(`Code: ${codes[kind]}. DB::Exception: ${reason} (${kind})`);
    this.clickhouseCode = codes[kind];
  }
}

const codes = {
  BAD_ARGUMENTS: 36,
  NOT_IMPLEMENTED: 48,
  UNKNOWN_SETTING: 115,
  TIMEOUT_EXCEEDED: 159,
  READONLY: 164,
  REQUIRED_PASSWORD: 194,
  TOO_MANY_SIMULTANEOUS_QUERIES: 202,
  TOO_MANY_ROWS_OR_BYTES: 396,
  ACCESS_DENIED: 497,
  AUTHENTICATION_FAILED: 516,
  LIMIT_EXCEEDED: 290,
} as const;
