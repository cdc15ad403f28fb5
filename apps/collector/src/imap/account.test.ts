import { expect, test } from "vitest";
import { parseImapAccounts } from "./account.ts";

const ACCOUNT = { host: "imap.example.com", user: "reports@example.com", password: "s3cret" };
const OAUTH2 = { tokenUrl: "https://login.example.com", clientId: "id", clientSecret: "s3cret", scope: "mail" };

const parse = (...accounts: readonly object[]) => parseImapAccounts(JSON.stringify(accounts));

test("an account has defaults that lose nothing: TLS, its inbox, messages are moved", () => {
  expect(parse(ACCOUNT)).toEqual([
    {
      ...ACCOUNT,
      tls: "implicit",
      port: 993,
      mailbox: "INBOX",
      after: "move",
      moveTo: "Processed",
      rejectedTo: "Rejected",
      flag: "\\Seen",
    },
  ]);
  expect(parse({ ...ACCOUNT, tls: "starttls" })).toMatchObject([{ port: 143 }]);
});

test("rejected messages stay in the mailbox only where a flag marks them", () => {
  expect(parse({ ...ACCOUNT, after: "flag" })[0]?.rejectedTo).toBeUndefined();
  expect(parse({ ...ACCOUNT, after: "delete" })[0]?.rejectedTo).toBe("Rejected");
});

test.each([
  ["text that is not JSON", "s3cret", /^expected a JSON array of accounts; this is not valid JSON$/],
  ["an object", JSON.stringify(ACCOUNT), /^the value must be a list$/],
  ["an empty array", "[]", /^the value must not be empty$/],
  ["a faulty port", JSON.stringify([{ ...ACCOUNT, port: 99_999 }]), /^\/0\/port must be at most 65535$/],
  ["an unknown field", JSON.stringify([ACCOUNT, { ...ACCOUNT, folder: "x" }]), /^\/1\/folder is not a known field$/],
  ["a missing password", JSON.stringify([{ host: "h", user: "u" }]), /^\/0 needs either password or oauth2$/],
  ["a password and OAuth2", JSON.stringify([{ ...ACCOUNT, oauth2: OAUTH2 }]), /^\/0 needs either password or oauth2$/],
  ["a flag with a space", JSON.stringify([{ ...ACCOUNT, flag: "a b" }]), /^\/0\/flag must have the form/],
])("%s is refused with its place, and without its value", (_, text, message) => {
  expect(() => parseImapAccounts(text)).toThrow(message);
  expect(() => parseImapAccounts(text)).not.toThrow("s3cret");
});
