import { Type } from "typebox";

/** Settings of sending, for the schema of every app that sends webhooks. */
export const webhookSenderSettings = {
  RUAFLOW_WEBHOOK_RANGES: Type.Optional(
    Type.String({ description: "Private addresses that webhooks may be sent to: 10.1.0.0/16, fd00::/8." }),
  ),
  RUAFLOW_WEBHOOK_CA: Type.Optional(
    Type.String({
      description: "Certificates in PEM that webhooks' endpoints may be signed by, beside the public ones.",
    }),
  ),
  RUAFLOW_WEBHOOK_DEADLINE_MS: Type.Integer({
    default: 30_000,
    minimum: 100,
    maximum: 30_000,
    description: "Time for one delivery, from looking its host up to the last byte of the answer.",
  }),
};
