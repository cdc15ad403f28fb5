export { isSecretsKeyOf, signText } from "../tenants/secret-box.ts";
export {
  findLivingDomains,
  findReports,
  hasData,
  holdRemovals,
  listOutsideBodies,
  moveBodies,
  type OrganizationNumbers,
  type OutsideBody,
  readLastAttempt,
  readLedgerNumbers,
  readSealedCheck,
} from "./rows.ts";
export { SEQUENCES, TABLES } from "./tables.ts";
