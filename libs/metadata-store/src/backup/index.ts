export { isSecretsKeyOf, signText } from "../tenants/secret-box.ts";
export { countDatabase, type OrganizationNumbers } from "./numbers.ts";
export {
  beginRestore,
  finishRestore,
  loadDatabase,
  type RestoreTarget,
  readRestoreTarget,
} from "./restore.ts";
export { type DatabaseSnapshot, withDatabaseSnapshot } from "./snapshot.ts";
export { qualifiedTables, type SequenceValue, type TableColumns } from "./tables.ts";
