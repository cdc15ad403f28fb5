import { REPORT_DOMAIN_DEFAULT } from "@ruaflow/dns";
import { expect, test } from "vitest";
import { describeSmtpAddress, parseSmtpAddress, toSmtpAddress } from "./smtp-address.ts";

const settings = { RUAFLOW_REPORT_DOMAIN: "reports.example.com", RUAFLOW_SMTP_PORT: 2525 };

test.each([
  ["127.0.0.1", "127.0.0.1:2525"],
  ["::", "[::]:2525"],
  ["mx.example.com", "mx.example.com:2525"],
])("the receiver listens on the host of the settings, %s", (host, text) => {
  const address = toSmtpAddress({ ...settings, RUAFLOW_SMTP_HOST: host });
  expect(address).toEqual({ host, port: 2525 });
  expect(address && describeSmtpAddress(address)).toBe(text);
  expect(parseSmtpAddress(text)).toEqual(address);
});

test("without a report domain there is no receiver", () => {
  const unset = { RUAFLOW_REPORT_DOMAIN: REPORT_DOMAIN_DEFAULT, RUAFLOW_SMTP_HOST: "::", RUAFLOW_SMTP_PORT: 25 };
  expect(toSmtpAddress(unset)).toBeNull();
});

test.each(["", "localhost", "::1:25", "[::1]", "host:0", "host:65536", "host:25x"])("%j is not host:port", (text) => {
  expect(() => parseSmtpAddress(text)).toThrow(`--smtp: ${text} is not host:port`);
});
