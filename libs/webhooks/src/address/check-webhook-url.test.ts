import { parseAddressList } from "@ruaflow/runtime/addresses";
import { expect, test } from "vitest";
import { forbiddenHosts } from "../testing/forbidden-hosts.ts";
import { checkWebhookUrl } from "./check-webhook-url.ts";

const check = (url: string, allow = "") => checkWebhookUrl(url, { allow: parseAddressList(allow) });

test("every spelling of a forbidden address is refused, at every port", () => {
  const urls = forbiddenHosts.flatMap((host) => [`https://${host}/`, `https://${host}:8443/hook`]);
  expect(urls.length).toBeGreaterThanOrEqual(240);
  expect(urls.filter((url) => check(url).ok)).toEqual([]);
});

test.each([
  ["http://example.com/", "not-https"],
  ["ftp://example.com/", "not-https"],
  ["HTTPS://example.com:80/", "port"],
  ["https://example.com:22/", "port"],
  ["https://example.com:6379/", "port"],
  ["https://example.com:0/", "port"],
  ["https://example.com:65536/", "not-a-url"],
  ["https://user@example.com/", "user-info"],
  ["https://:secret@example.com/", "user-info"],
  ["https://example.com@127.0.0.1/", "user-info"],
  ["https://example.com%2F@127.0.0.1/", "user-info"],
  ["https://127.0.0.1\\@example.com/", "address"],
  ["https://127.0.0.1#@example.com/", "address"],
  ["https://127.0.0.1?@example.com/", "address"],
  ["https://localhost/", "local-name"],
  ["https://LOCALHOST./", "local-name"],
  ["https://printer.local/", "local-name"],
  ["https://metadata.google.internal/", "local-name"],
  ["https://intranet/", "local-name"],
  ["https://1.0.0.127.in-addr.arpa/", "local-name"],
  ["https://[fe80::1%25eth0]/", "not-a-url"],
  ["https://[::1", "not-a-url"],
  ["https://256.1.1.1/", "not-a-url"],
  ["https://1.2.3.4.5/", "not-a-url"],
  ["https://exa mple.com/", "not-a-url"],
  ["https://example.com\0.receiver.example/", "not-a-url"],
  ["example.com", "not-a-url"],
  ["", "not-a-url"],
  [`https://example.com/${"x".repeat(2048)}`, "too-long"],
])("%s is refused: %s", (url, problem) => {
  expect(check(url)).toMatchObject({ ok: false, problem, detail: expect.stringMatching(/\.$/) });
});

test.each([
  ["https://example.com", "https://example.com/"],
  ["https://example.com:443/a?b=c#d", "https://example.com/a?b=c"],
  ["https://example.com:8443/", "https://example.com:8443/"],
  ["https://bücher.example.com/", "https://xn--bcher-kva.example.com/"],
  ["https://8.8.8.8/", "https://8.8.8.8/"],
  ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
])("%s is normalized to %s", (url, called) => {
  expect(check(url)).toEqual({ ok: true, url: called });
});

test("the operator's ranges allow addresses, and names that only the operator's resolver knows", () => {
  expect(check("https://127.0.0.1:8443/", "127.0.0.0/8").ok).toBe(true);
  expect(check("https://10.0.0.1:8443/", "127.0.0.0/8").ok).toBe(false);
  expect(check("https://receiver/", "127.0.0.0/8").ok).toBe(true);
});
