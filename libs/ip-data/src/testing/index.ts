export { type MmdbContent, writeMmdb } from "./write-mmdb.ts";
