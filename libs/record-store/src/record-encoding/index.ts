export { encodeRecord } from "../rows/encode-record.ts";
