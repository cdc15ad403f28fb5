import { makeReport, makeText } from "./make-report.ts";
import type { Random } from "./random.ts";
import { depthOf, elementsOf, walk, type XmlElement } from "./tree.ts";

type Change = (element: XmlElement, random: Random) => XmlElement;

const DEPTH_MAX = 15;
const NAMES = ["x", "extension", "count", "p", "email", "dkim", "record", "n:thing", "feedbacks", "\u00fc.-1"] as const;
const NAMESPACES = [
  "urn:ietf:params:xml:ns:dmarc-2.0",
  "http://dmarc.org/dmarc-xml/0.1",
  "urn:other",
  "",
  " ",
] as const;
const PREFIXES = ["xmlns", "xmlns:n", "xmlns:xsi"] as const;

const changes: readonly [Change, ...Change[]] = [
  addAttribute,
  addElement,
  addText,
  duplicateChild,
  removeChild,
  shuffleChildren,
  replaceText,
  nestDeeply,
  (element, random) => ({ ...element, name: random.pick(NAMES) }),
  (element) => ({ ...element, children: [] }),
];

/** The report with some of its elements changed: not always one of any schema. */
export function changeReport(report: XmlElement, random: Random, changesMax: number): XmlElement {
  let changed = report;
  for (let left = random.between(0, changesMax); left > 0; left -= 1) {
    const target = random.pickFrom([...walk(changed)]) ?? changed;
    const change = random.pick(changes);
    const next = replace(changed, target, change(target, random));
    if (depthOf(next) <= DEPTH_MAX) changed = next;
  }
  if (random.chance(0.1)) changed = prefixAll(changed, random.pick(["n", "dmarc"]));
  return random.chance(0.05) ? { name: "wrapper", attributes: [], children: ["\n", changed, "\n"] } : changed;
}

function replace(element: XmlElement, target: XmlElement, other: XmlElement): XmlElement {
  if (element === target) return other;
  const children = element.children.map((child) => (typeof child === "string" ? child : replace(child, target, other)));
  return { ...element, children };
}

function insert(element: XmlElement, child: XmlElement | string, random: Random): XmlElement {
  return { ...element, children: element.children.toSpliced(random.between(0, element.children.length), 0, child) };
}

function addAttribute(element: XmlElement, random: Random): XmlElement {
  const isDeclaration = random.chance(0.5);
  const name = isDeclaration ? random.pick(PREFIXES) : random.pick(["a", "xsi:type", "xml:lang", "\u00e9"]);
  if (element.attributes.some(([other]) => other === name)) return element;
  const value = isDeclaration ? random.pick(NAMESPACES) : makeText(random).slice(0, 100).toWellFormed();
  return { ...element, attributes: [...element.attributes, [name, value]] };
}

function addElement(element: XmlElement, random: Random): XmlElement {
  const known = random.pickFrom([...walk(makeReport(random))].slice(1));
  const made = { name: random.pick(NAMES), attributes: [], children: [makeText(random)] };
  return insert(element, random.chance(0.5) ? made : (known ?? made), random);
}

function addText(element: XmlElement, random: Random): XmlElement {
  return insert(element, makeText(random), random);
}

function duplicateChild(element: XmlElement, random: Random): XmlElement {
  const child = random.pickFrom(element.children);
  return child === undefined ? element : insert(element, child, random);
}

function removeChild(element: XmlElement, random: Random): XmlElement {
  return { ...element, children: element.children.toSpliced(random.between(0, element.children.length), 1) };
}

function shuffleChildren(element: XmlElement, random: Random): XmlElement {
  const children: (XmlElement | string)[] = [];
  for (const child of element.children) children.splice(random.between(0, children.length), 0, child);
  return { ...element, children };
}

function replaceText(element: XmlElement, random: Random): XmlElement {
  return elementsOf(element).length > 0 ? element : { ...element, children: [makeText(random)] };
}

function nestDeeply(element: XmlElement, random: Random): XmlElement {
  let inner: XmlElement = { name: random.pick(NAMES), attributes: [], children: [makeText(random)] };
  for (let left = random.between(1, 9); left > 0; left -= 1)
    inner = { name: random.pick(NAMES), attributes: [], children: [inner] };
  return insert(element, inner, random);
}

function prefixAll(element: XmlElement, prefix: string): XmlElement {
  return {
    ...addPrefix(element, prefix),
    attributes: [...withoutPrefix(element, prefix), [`xmlns:${prefix}`, "urn:d"]],
  };
}

function withoutPrefix(element: XmlElement, prefix: string): XmlElement["attributes"] {
  return element.attributes.filter(([name]) => name !== `xmlns:${prefix}`);
}

function addPrefix(element: XmlElement, prefix: string): XmlElement {
  const name = element.name.includes(":") ? element.name : `${prefix}:${element.name}`;
  const children = element.children.map((child) => (typeof child === "string" ? child : addPrefix(child, prefix)));
  return { ...element, name, children };
}
