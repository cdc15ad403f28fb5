import { expect, test } from "vitest";
import { describeDns } from "./words.ts";

test("a DNS state says when reports come to a mailbox of the owner", () => {
  expect(describeDns({ dns_state: "ok", report_mailbox: "service" }).text).toBe("correct");
  expect(describeDns({ dns_state: "ok", report_mailbox: "own" })).toEqual({
    text: "correct (own mailbox)",
    tone: "good",
  });
  expect(describeDns({ dns_state: "different", report_mailbox: null }).tone).toBe("warn");
});
