import { ProblemSchema } from "@ruaflow/http";

/** What every route of reports may refuse with: the request, the key, its scope or plan, an unknown id, and too many requests. */
export const ReportsErrors = {
  400: ProblemSchema,
  401: ProblemSchema,
  403: ProblemSchema,
  404: ProblemSchema,
  429: ProblemSchema,
};
