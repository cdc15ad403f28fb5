export { type ContentHashes, createContentHash, isSameContent, toEveryForm, toKnownForms } from "./content-hash.ts";
