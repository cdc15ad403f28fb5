export { createJudge, type DueOptions, type Judge, type JudgeDomain } from "./judge-due.ts";
export { type ShownVerdict, toClass, toShown } from "./stored-form.ts";
