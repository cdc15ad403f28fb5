export { NOTE_CHARS_MAX } from "./acknowledge-attention.ts";
export { ATTENTION_CHANGES_MAX, type AttentionChange } from "./attention-changes.ts";
export type { AttentionStore } from "./attention-store.ts";
export type { AttentionFilter, AttentionItem, OpenReason } from "./list-attention.ts";
export { judgedMail } from "./mail-reasons.ts";
export type { DomainToJudge, MailVerdict } from "./mail-verdicts.ts";
export {
  type AttentionReason,
  attentionReasonNames,
  attentionWeights,
  isAttentionReason,
} from "./reasons.ts";
export type { AttentionNews } from "./save-attention.ts";
