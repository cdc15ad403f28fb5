export { type BareEngines, startBareEngines } from "./bare-engines.ts";
export { openReadOnlyAccess } from "./clickhouse/access-files.ts";
export { type Engines, startEngines } from "./engines.ts";
export { readSecretsKey } from "./secrets-key.ts";
