import type { Answer } from "@ruaflow/client";
import type { Tone } from "../../parts/arrivals/words.ts";

export type Webhook = Answer<"readWebhook">["data"];
export type Delivery = Answer<"readDelivery">["data"];
export type Status = Delivery["status"];
export type Attempt = Delivery["attempts"][number];

interface Word {
  readonly text: string;
  readonly tone: Tone;
  readonly means: string;
}

/** States of a delivery, in the order of their tabs. */
export const STATUSES: Readonly<Record<Status, Word>> = {
  exhausted: { text: "failed", tone: "bad", means: "All attempts failed. It is not retried." },
  pending: { text: "waiting", tone: "warn", means: "It waits for its next attempt." },
  delivering: { text: "being sent", tone: "plain", means: "An attempt is under way." },
  held: { text: "held", tone: "warn", means: "It waits for up to seven days until the webhook is active again." },
  delivered: { text: "delivered", tone: "good", means: "The endpoint accepted it." },
};

/** How a webhook is: one word, and the sentence about it. */
export function describeWebhook(webhook: Webhook): Word {
  const { active, disabled_reason: disabled, failure_count: failures, disable_after: rule } = webhook;
  if (disabled !== null)
    return { text: "disabled", tone: "bad", means: `The service disabled it: ${endSentence(disabled)}` };
  if (!active) return { text: "not active", tone: "plain", means: "It receives no events until it is activated." };
  if (failures > 0) {
    const text = failures === 1 ? "The last delivery" : `The last ${failures} deliveries`;
    return {
      text: "failing",
      tone: "warn",
      means: `${text} failed for good. After ${rule.failures} in a row it is disabled.`,
    };
  }
  return { text: "active", tone: "good", means: "It receives events as they happen." };
}

/** What came of one attempt, in words. */
export function describeAttempt({ status_code: status, error, detail }: Omit<Attempt, "number" | "started_at">): Word {
  if (error !== null)
    return { text: "no answer", tone: "bad", means: detail || `No complete answer arrived (${error}).` };
  if (status !== null && status >= 200 && status < 300) {
    return { text: `answered ${status}`, tone: "good", means: "The endpoint accepted the event." };
  }
  return { text: `answered ${status}`, tone: "bad", means: explainStatus(status) };
}

function explainStatus(status: number | null): string {
  if (status === null) return "There was no answer.";
  if (status === 410) return "The endpoint refuses further events (410). This disables the webhook.";
  if (status < 400) return "The endpoint redirects, and redirects are not followed. Enter the target URL.";
  if (status === 401 || status === 403) return "The endpoint rejects the event. It may expect another secret.";
  if (status === 404) return "The endpoint has nothing at this path.";
  return status < 500 ? "The endpoint refused the event." : "The endpoint has an error of its own.";
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
