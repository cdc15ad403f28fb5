import { expect, test } from "vitest";
import { parseRecipient, toMailbox } from "./mailbox.ts";

const mailbox = { mailboxToken: "0abc9", reportDomain: "in.example" };

test.each([
  toMailbox(mailbox),
  "D-0ABC9@IN.Example",
  "d-0abc9+anything@in.example",
  "d-0abc9+a+b@in.example",
  "d-0abc9+@in.example",
])("%s is the mailbox", (address) => {
  expect(parseRecipient(address)).toEqual({ domain: "in.example", mailboxToken: "0abc9" });
});

test.each(["0abc9", "x-0abc9", "d-", "d-0abc9.", "d-0a b", "a%d-0abc9", "", "d-0abc9@other.example"])(
  "%s@in.example is not a mailbox",
  (local) => {
    expect(parseRecipient(`${local}@in.example`)).toEqual({ domain: "in.example", mailboxToken: null });
  },
);

test("the domain is read as an A-label, or not at all", () => {
  expect(parseRecipient("d-0abc9@Bücher.example").domain).toBe("xn--bcher-kva.example");
  expect(parseRecipient("d-0abc9@[192.0.2.1]").domain).toBe(null);
  expect(parseRecipient("postmaster")).toEqual({ domain: null, mailboxToken: null });
});
