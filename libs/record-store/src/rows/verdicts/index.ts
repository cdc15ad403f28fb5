export { NOT_JUDGED } from "./not-judged.ts";
export { type StoredVerdict, toVerdictId, toVerdictValues, type VerdictKey } from "./stored-verdict.ts";
