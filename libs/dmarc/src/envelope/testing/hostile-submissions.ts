import { hostileArchives } from "./hostile-archives.ts";
import { hostileMails } from "./hostile-mails.ts";
import type { HostileSubmission } from "./hostile-submission.ts";

export const hostileSubmissions: readonly HostileSubmission[] = [...hostileArchives, ...hostileMails];
