import { expect, test } from "vitest";
import { createOverrideFinder } from "./override-finder.ts";

const service = { kind: "service", value: "SendGrid", ours: true } as const;
const domain = { kind: "domain", value: "mailer.example", ours: false } as const;
const range = (value: string, ours: boolean) => ({ kind: "source_ip", value, ours }) as const;

test("of ranges those are found that contain the address, the smallest first; of services and domains all", () => {
  const ranges = [range("192.0.2.0/24", true), range("192.0.2.7", false), range("192.0.0.0/16", true)];
  const find = createOverrideFinder([...ranges, service, domain, range("2001:db8::/32", false)]);
  const ofSource = (ours: boolean) => ({ kind: "source", value: "192.0.2.7", ours });
  expect(find("192.0.2.7")).toEqual([ofSource(false), ofSource(true), ofSource(true), service, domain]);
  expect(find("198.51.100.1")).toEqual([service, domain]);
  expect(find("2001:db8::1")[0]).toEqual({ kind: "source", value: "2001:db8::1", ours: false });
});

test("a range of one family contains no address of the other", () => {
  const find = createOverrideFinder([range("::/16", false), range("192.0.2.0/24", true)]);
  expect(find("192.0.2.1")).toEqual([{ kind: "source", value: "192.0.2.1", ours: true }]);
  expect(find("::ffff:c000:201")).toEqual([{ kind: "source", value: "::ffff:c000:201", ours: false }]);
});
