export type { EnclosingMail, EnvelopeEntry, NotAggregateEntry } from "./entry.ts";
export { DocumentNotFoundError, extractDocument } from "./extract-document.ts";
export { decodeHeaderText } from "./header-text.ts";
export { type EnvelopeLimits, operatorEnvelopeLimits } from "./limits.ts";
export { openEnvelope } from "./open-envelope.ts";
export { EnvelopeError, type EnvelopeRefusal } from "./refusal.ts";
