import { ProblemSchema } from "@ruaflow/http";
import { Type } from "typebox";

/** Problems of every operation on submissions. */
export const SubmissionProblems = {
  400: ProblemSchema,
  401: ProblemSchema,
  403: ProblemSchema,
  404: ProblemSchema,
  429: ProblemSchema,
  503: ProblemSchema,
};

export const SubmissionParams = Type.Object({
  id: Type.String({ maxLength: 64, examples: ["sub_01ka8z5m3nq7v2x4c6b8d0f1gh"] }),
});

/** Keys that upload or read reports. */
export const SUBMISSION_SCOPES = ["ingest:write", "reports:read"] as const;
