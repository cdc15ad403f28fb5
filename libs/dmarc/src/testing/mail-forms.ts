// The front door for tests of the forms that mail comes in, beside those of each container in `index.ts`.
export { buildCompressedData, buildSignedData } from "../envelope/testing/signed-data-builder.ts";
export { toUuencode } from "../envelope/testing/uuencode-builder.ts";
export { readMailbox } from "./read-mailbox.ts";
