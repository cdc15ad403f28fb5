/** Options of `ruaflow import`, as commander parses them. */
export interface ImportOptions {
  readonly org?: string;
  readonly addDomains?: boolean;
  readonly json?: boolean;
  readonly resume?: boolean;
}
