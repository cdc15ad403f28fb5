import type { Answer } from "@ruaflow/client";

export type SavedView = Answer<"listSavedViews">["data"][number];
