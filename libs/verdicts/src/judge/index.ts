export { createJudge, type DueOptions, type Judge, type JudgeDomain } from "./judge-due.ts";
export { readShown } from "./read-shown.ts";
export { type ShownVerdict, toCause, toClass } from "./stored-form.ts";
