import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeCategory, parseServices, serviceCategories, shippedServices } from "../index.ts";
import { describeConflicts } from "./describe-conflicts.ts";

const path = new URL("../../data/services.json", import.meta.url);

/** Networks in which customers of all kinds have servers: they say nothing of who sends. */
const SHARED_NETWORKS = [8075, 13335, 14061, 14618, 15169, 16276, 16509, 20473, 24940, 31898, 36351, 63949, 396982];

test("the data file has at least 550 services, sorted by name, no name twice", () => {
  const names = shippedServices.map(({ name }) => name.toLowerCase());
  expect(names.length).toBeGreaterThanOrEqual(550);
  expect(names).toEqual([...new Set(names)].sort());
});

test("no suffix and no network has two services, and none lies below another's by accident", () => {
  expect(describeConflicts(shippedServices, [])).toEqual([]);
});

test("all documentation is read over https", () => {
  expect(shippedServices.filter(({ documentation }) => new URL(documentation).protocol !== "https:")).toEqual([]);
});

test("at least 450 services have a page or a help site of the vendor as their source", () => {
  const isPage = ({ pathname }: URL) => pathname.length > 1;
  const isHelpSite = ({ hostname }: URL) =>
    /^(?:[a-z-]*(?:help|support|docs?|documentation|knowledge|kb|faq|postmaster|assistan|ajuda|ayuda|aide|pomoc|soporte|aiuto|guide|community)[a-z-]*)[.\d]/.test(
      hostname,
    );
  const sources = shippedServices.map(({ documentation }) => new URL(documentation));
  expect(sources.filter((source) => isPage(source) || isHelpSite(source)).length).toBeGreaterThanOrEqual(450);
});

test("every category has services and a description, but `own`, which only overrides use", () => {
  const used = new Set(shippedServices.map(({ category }) => category));
  expect(serviceCategories.filter((category) => !used.has(category))).toEqual(["own"]);
  expect(serviceCategories.filter((category) => describeCategory(category) === "")).toEqual([]);
});

test("advice is a fragment that follows `In <service>:`", () => {
  const advice = shippedServices.flatMap((service) => service.advice ?? []);
  expect(advice.length).toBeGreaterThan(200);
  expect(advice.filter((text) => !/^[A-Z][a-z]+ .{10,158}[^.]$/.test(text))).toEqual([]);
});

test("no service is named by a network that others share", () => {
  expect(shippedServices.filter(({ asns }) => asns.some((asn) => SHARED_NETWORKS.includes(asn)))).toEqual([]);
});

test("services that relay mail of others say that they forward", () => {
  const relays = ["forwarding", "security_gateway"];
  const silent = shippedServices.filter(({ category, forwards }) => relays.includes(category) && !forwards);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

const entry = JSON.parse(readFileSync(path, "utf8"))[0];

test.for([
  [{ category: "spam" }, "/0/category"],
  [{ hostnames: ["SendGrid.net"] }, "/0/hostnames/0"],
  [{ hostnames: ["net"] }, "/0/hostnames/0"],
  [{ hostnames: ["*.sendgrid.net"] }, "/0/hostnames/0"],
  [{ hostnames: ["sendgrid.net."] }, "/0/hostnames/0"],
  [{ spf_domains: ["a.example", "a.example"] }, "/0/spf_domains"],
  [{ asns: [0] }, "/0/asns/0"],
  [{ documentation: "http://example.com" }, "/0/documentation"],
  [{ documentation: "javascript:alert(1)" }, "/0/documentation"],
  [{ advice: "" }, "/0/advice"],
  [{ name: "a\nb" }, "/0/name"],
  [{ hostname: ["a.example"] }, "/0/hostname"],
  [{ operator: undefined }, "/0/operator"],
] as const)("an entry of another form is refused with its field and name: %j", ([wrong, field]) => {
  expect(() => parseServices([{ ...entry, ...wrong }])).toThrow(
    `${field} of ${JSON.stringify({ ...entry, ...wrong }.name)} `,
  );
});

test.for([[null], [{}], ["services"], [[null]], [[[]]]])("%j is no list of services", ([entries]) => {
  expect(() => parseServices(entries)).toThrow("the list of services does not have the right form");
});
