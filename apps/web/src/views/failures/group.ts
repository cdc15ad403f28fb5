import type { Client } from "@ruaflow/client";

/** Failed messages of one group, as the API has them. */
export type FailureGroup = Awaited<ReturnType<Client["reports"]["readFailureGroups"]>>["data"][number];
