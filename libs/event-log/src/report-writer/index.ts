export { MESSAGE_BYTES_MAX } from "../message-size.ts";
export { type CompressedLines, compressLines } from "../report-message.ts";
