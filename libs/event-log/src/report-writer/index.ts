export { messageBytesMax } from "../message-size.ts";
export { type CompressedLines, compressLines } from "../report-message.ts";
