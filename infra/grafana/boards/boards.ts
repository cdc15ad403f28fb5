import { oneDomain } from "./domain.ts";
import { intake } from "./intake.ts";
import { overview } from "./overview.ts";
import { sources } from "./sources.ts";

/** The boards over the views, by the name of their file beside operations.json. */
export const boards = { overview, sources, domain: oneDomain, intake } as const;
