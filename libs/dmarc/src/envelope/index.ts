export { DocumentNotFoundError, extractDocument } from "./extract-document.ts";
export { decodeHeaderText } from "./mail/header-text.ts";
export { openEnvelope } from "./open-envelope.ts";
export type { EnclosingMail, EnvelopeEntry, NotAggregateEntry } from "./submission/entry.ts";
export { type EnvelopeLimits, operatorEnvelopeLimits } from "./submission/limits.ts";
export { EnvelopeError, type EnvelopeRefusal } from "./submission/refusal.ts";
