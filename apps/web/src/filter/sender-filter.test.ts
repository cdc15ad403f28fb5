import { expect, test } from "vitest";
import { recordFilters } from "./record-filters.ts";
import { readRecordFilters, readSenders, toNoSenderChange, toRecordChanges, toSenderChange } from "./sender-filter.ts";

test("an address selects sources by what the API knows", () => {
  const address = { service: "Zendesk", class: "spoofed", source_ip: "192.0.2.0/24", sort: "-failed", client: "C-1" };
  expect(readSenders(address)).toEqual({ service: "Zendesk", class: "spoofed", source_ip: "192.0.2.0/24" });
});

test.for([{ class: "other" }, { unknown: "class" }, { unknown: "sort" }, { service: "" }, {}])(
  "%j selects nothing",
  (address) => {
    expect(readSenders(address)).toEqual({});
  },
);

test.for(["service", "source_organization", "country"] as const)("an unknown %s is an empty value", (name) => {
  expect(readSenders({ ...toSenderChange(name, null) })).toEqual({ [name]: "" });
  expect(readSenders({ ...toSenderChange(name, null), ...toNoSenderChange(name) })).toEqual({});
});

test("a group that is known takes the place of those that are not", () => {
  expect(readSenders({ ...toSenderChange("country", null), ...toSenderChange("country", "DE") })).toEqual({
    country: "DE",
  });
});

test.for(recordFilters)("$name of the table is read from an address", (filter) => {
  const { name } = filter;
  const value = "values" in filter ? filter.values[0] : "x.example";
  expect(readRecordFilters({ [name]: value, client: "C-1" })).toEqual({ [name]: value });
  expect(readRecordFilters({ unknown: name })).toEqual("mayBeUnknown" in filter ? { [name]: "" } : {});
  if ("values" in filter) expect(readRecordFilters({ [name]: "other" })).toEqual({});
});

test("whether messages passed does not select senders", () => {
  expect(readSenders({ result: "fail", disposition: "reject" })).toEqual({ disposition: "reject" });
});

test("several values that are not known are all in the address, and each can be taken back alone", () => {
  const records = { sender: "", country: "", cause: "not_judged_yet", result: "fail" } as const;
  const address = toRecordChanges(records);
  expect(readRecordFilters(address)).toEqual(records);
  expect(readRecordFilters({ ...address, ...toNoSenderChange("country", address) })).toEqual({
    ...{ sender: "", cause: "not_judged_yet", result: "fail" },
  });
});
