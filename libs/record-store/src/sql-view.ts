import { defaultDatabase, toViewsDatabase } from "./engine/engine.ts";
import { readerRole } from "./engine/reader-role.ts";

/** What SQL readers of the embedded engine may see, the views, and the role of the engine that holds them to it. */
export const sqlView = { databases: [toViewsDatabase(defaultDatabase)], role: readerRole } as const;
