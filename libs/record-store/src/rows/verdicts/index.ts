export { NOT_JUDGED } from "./not-judged.ts";
export type { StoredVerdict, VerdictKey } from "./stored-verdict.ts";
