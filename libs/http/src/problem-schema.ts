import { Type } from "typebox";

/** The schema's name in the OpenAPI document. */
export const PROBLEM_SCHEMA_ID = "Problem";

/** The schema of a problem document, for OpenAPI. */
export const ProblemSchema = Type.Object(
  {
    type: Type.String({
      description: "Path of the documentation of this code on this server.",
      examples: ["/docs/problems#not_found"],
    }),
    title: Type.String({ description: "Short description of the code.", examples: ["Not found"] }),
    status: Type.Integer({ description: "The HTTP status.", examples: [404] }),
    detail: Type.String({
      description: "What happened and what to do about it.",
      examples: ["There is no report with this id."],
    }),
    instance: Type.String({
      description: "Path of the request.",
      examples: ["/api/v1/reports/rpt_2hv5k7x3m4q6w8z2t4y6a2c4e6"],
    }),
    code: Type.String({
      description: "Stable code of the problem, listed under /docs/problems. More codes may be added.",
      examples: ["not_found"],
    }),
    request_id: Type.String({
      description: "Also in the header X-Request-Id and in the service's log.",
      examples: ["5a1d5b0e-8f0c-4f57-9a54-0b9d8d6f3c11"],
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({
            description: "JSON pointer (RFC 6901) into the request: /query/page, /body/domain.",
            examples: ["/query/page"],
          }),
          message: Type.String({ examples: ["must be >= 1"] }),
        }),
        { description: "The invalid parts of the request." },
      ),
    ),
    checks: Type.Optional(
      Type.Array(
        Type.Object({
          record: Type.String({ description: "dmarc or verification.", examples: ["dmarc"] }),
          name: Type.String({ description: "The name that was looked up.", examples: ["_dmarc.example.com"] }),
          state: Type.String({
            description: "ok, missing, different, or unknown when DNS did not answer.",
            examples: ["missing"],
          }),
          expected: Type.String({ examples: ["v=DMARC1; p=none; rua=mailto:d-k3x9@reports.ruaflow.example"] }),
          found: Type.Array(Type.String()),
          detail: Type.String({ examples: ["No DMARC record is published at _dmarc.example.com."] }),
        }),
        { description: "With verification_failed: each record that was checked." },
      ),
    ),
  },
  { $id: PROBLEM_SCHEMA_ID, title: "Problem" },
);
