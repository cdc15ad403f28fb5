export { type ContentHashes, createContentHash, isSameContent, toKnownForms } from "./content-hash.ts";
