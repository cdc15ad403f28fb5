export { connectRaw, type RawClient } from "./raw-client.ts";
