import type { HttpServer } from "@ruaflow/http";
import type { ApiContext } from "../context.ts";
import { registerCountSubmissions } from "./count-submissions.ts";
import { registerListSubmissions } from "./list-submissions.ts";
import { registerReadSubmission } from "./one-submission.ts";
import { registerRawSubmission } from "./raw-submission.ts";

/** What arrived, and what became of it. */
export function registerSubmissions(server: HttpServer, context: ApiContext): void {
  registerListSubmissions(server, context);
  registerCountSubmissions(server, context);
  registerReadSubmission(server, context);
  registerRawSubmission(server, context);
}
