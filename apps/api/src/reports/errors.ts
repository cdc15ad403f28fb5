import { ProblemSchema } from "@ruaflow/http";

/**
 * Problems that every route of reports may answer with: the request, the key, its scope or plan, an unknown id, too
 * many requests, or a limit that the question reached.
 */
export const ReportsErrors = {
  400: ProblemSchema,
  401: ProblemSchema,
  403: ProblemSchema,
  404: ProblemSchema,
  429: ProblemSchema,
  503: ProblemSchema,
};
