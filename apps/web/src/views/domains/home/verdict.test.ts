import { expect, test } from "vitest";
import type { Readiness } from "../readiness/words.ts";
import { countBrokenSenders, describeReadiness } from "./verdict.ts";

type Obstacle = Readiness["obstacles"][number];

const toObstacle = (sender: string | null, name: Obstacle["class"], address = "192.0.2.1") =>
  ({ sender, class: name, source_ips: [address] }) as unknown as Obstacle;

const toReadiness = (changes: Partial<Readiness>) => ({
  ready: false,
  reasons: [{ code: "own_mail_fails" as const, explanation: "19.9 % would be lost." }],
  dmarc_policy: "none" as const,
  obstacles: [],
  ...changes,
});

test("a sender counts once however many of its causes, and addresses without a name one by one", () => {
  const obstacles = [
    toObstacle("Zendesk", "misconfigured"),
    toObstacle("Zendesk", "misconfigured", "192.0.2.2"),
    toObstacle(null, "misconfigured", "192.0.2.3"),
    toObstacle(null, "misconfigured", "192.0.2.4"),
    toObstacle(null, "forwarded", "192.0.2.5"),
  ];
  expect(countBrokenSenders(obstacles)).toBe(3);
});

test.for([
  [{ ready: true, reasons: [] }, "It is ready for reject."],
  [{ ready: true, reasons: [], dmarc_policy: "reject" }, "The policy is reject, and no report argues against it."],
  [{ obstacles: [toObstacle("Zendesk", "misconfigured")] }, "1 sender needs a change before reject."],
  [
    { obstacles: [toObstacle("A", "misconfigured"), toObstacle("B", "misconfigured")], dmarc_policy: "reject" },
    "The policy is reject, but 2 senders need a change.",
  ],
  [{ obstacles: [toObstacle(null, "forwarded")] }, "It is not ready for reject yet. 19.9 % would be lost."],
  [{ dmarc_policy: "reject" }, "The policy is reject, but it is not safe for all of your mail. 19.9 % would be lost."],
] as const)("%j is said as: %s", ([changes, expected]) => {
  expect(describeReadiness(toReadiness(changes as Partial<Readiness>) as Readiness)).toBe(expected);
});
