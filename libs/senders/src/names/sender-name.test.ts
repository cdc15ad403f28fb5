import fc from "fast-check";
import { expect, test } from "vitest";
import { type KnownSender, nameSender } from "./sender-name.ts";

const nothing: KnownSender = { service: null, organization: null, hostname: null };
const services = new Set(["sendgrid", "mail.example.com"]);

test.for<readonly [Partial<KnownSender>, string, string]>([
  [{}, "", "none"],
  [
    { service: { name: "SendGrid" }, organization: "SendGrid, Inc.", hostname: "o1.sendgrid.net" },
    "SendGrid",
    "service",
  ],
  [{ organization: "Google LLC", hostname: "mail.example.com" }, "Google LLC", "owner"],
  [{ organization: "Amazon.com, Inc." }, "Amazon.com, Inc.", "owner"],
  [{ organization: " ", hostname: "mail.Example.co.uk" }, "example.co.uk", "hostname"],
  [{ hostname: "mx.bücher.example" }, "xn--bcher-kva.example", "hostname"],
  [{ hostname: "localhost" }, "", "none"],
  [{ hostname: "=cmd|calc" }, "", "none"],
  [{ hostname: `${"a.".repeat(121)}example.com` }, "example.com", "hostname"],
])("%j is named %j, a %s", ([known, name, kind]) => {
  expect(nameSender({ ...nothing, ...known }, services)).toEqual({ name, kind });
});

test("a network or host whose name reads like another kind of sender says what it is", () => {
  const owner = (organization: string) => nameSender({ ...nothing, organization }, services).name;
  expect(owner("SENDGRID")).toBe("SENDGRID (network owner)");
  expect(owner("ovh.net")).toBe("ovh.net (network owner)");
  const map = new Set(["example.com"]);
  expect(nameSender({ ...nothing, hostname: "a.example.com" }, map).name).toBe("example.com (host name)");
});

test("names are bounded, and have neither control characters nor ones that turn the direction of text", () => {
  const text = fc.option(fc.string({ unit: "binary", maxLength: 300 }), { nil: null });
  fc.assert(
    fc.property(text, text, (organization, hostname) => {
      const { name, kind } = nameSender({ service: null, organization, hostname }, services);
      expect(name.length).toBeLessThanOrEqual(253);
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<]/u);
      expect(name === "").toBe(kind === "none");
    }),
  );
  expect(nameSender({ ...nothing, organization: "\u202egnp.exe<b>\n" }, services).name).toBe("?gnp.exe?b>?");
});
