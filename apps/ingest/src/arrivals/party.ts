import type { Submission } from "@ruaflow/dmarc";
import type { Route } from "../submission-result.ts";
import type { Party } from "../turns.ts";
import { ReceivedBody } from "./arrival.ts";

/** Whose turn it is when a submission is read. `null`: the operator's import, a process of its own. */
export function toParty({ body, channel }: Pick<Submission, "body" | "channel">, route: Route): Party | null {
  if (channel === "import") return null;
  const organization = route.organizationId ?? "";
  if (body instanceof ReceivedBody) return { organization, ...body.sender };
  return { organization, kind: channel === "upload" ? "upload" : "mail", id: channel };
}
