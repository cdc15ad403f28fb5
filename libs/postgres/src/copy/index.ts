export { type CopySession, withCopySession } from "./copy-session.ts";
export { beginMigrations, markLoaded, type RestoreMark, readRestoreMark, removeRestoreMark } from "./restore-mark.ts";
