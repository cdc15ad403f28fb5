import type { Answer } from "@ruaflow/client";

/** What is in a file that was not stored. */
export type Explanation = Answer<"explainReport">["data"];
