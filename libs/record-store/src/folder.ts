// What the process needs that has the engine of a folder. Small, for it loads nothing else of the record store.
export { toRowsFile } from "./engine/embedded-sessions.ts";
export { defaultDatabase } from "./engine/engine.ts";
export { openFolder } from "./engine/open-folder.ts";
export { requireChdb } from "./engine/require-chdb.ts";
export { sqlView } from "./sql-view.ts";
