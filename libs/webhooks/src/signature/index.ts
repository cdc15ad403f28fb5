export { createSignatureHeaders, createWebhookSecret, isUsableSecret } from "../signature.ts";
export { readVerificationSnippets } from "../verification-snippets.ts";
