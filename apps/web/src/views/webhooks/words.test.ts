import { expect, test } from "vitest";
import { describeAttempt, describeWebhook, type Webhook } from "./words.ts";

const webhook = {
  active: true,
  disabled_reason: null,
  failure_count: 0,
  disable_after: { failures: 10, hours: 12 },
} as Webhook;
const attempt = { status_code: 200, error: null, detail: "", latency_ms: 3, response_body: "" };

test("a webhook that the service disabled says why, before anything else", () => {
  const disabled = { ...webhook, active: false, disabled_reason: "the endpoint answered 410", failure_count: 3 };
  expect(describeWebhook(disabled)).toMatchObject({
    text: "disabled",
    means: "The service disabled it: the endpoint answered 410.",
  });
  expect(describeWebhook({ ...webhook, failure_count: 2 }).text).toBe("failing");
  expect(describeWebhook(webhook).text).toBe("active");
});

test("only 2xx is a success; an answer that broke off is none", () => {
  expect(describeAttempt(attempt).tone).toBe("good");
  expect(describeAttempt({ ...attempt, status_code: 302 })).toMatchObject({ text: "answered 302", tone: "bad" });
  expect(describeAttempt({ ...attempt, error: "timeout", detail: "Too late." })).toMatchObject({
    text: "no answer",
    means: "Too late.",
  });
});
