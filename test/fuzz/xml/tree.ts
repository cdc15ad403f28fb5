import type { XmlEvent } from "@ruaflow/dmarc/testing";

/** An element and what is in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly (XmlElement | string)[];
}

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/** The root element of a document's events; throws when they are not those of one element. */
export function toTree(events: readonly XmlEvent[]): XmlElement {
  const document: OpenElement = { name: "", attributes: [], children: [] };
  const open = [document];
  for (const [kind, text = "", ...attributes] of events) {
    const parent = open.at(-1) ?? document;
    if (kind === "text") parent.children.push(text);
    else if (kind === "close") open.pop();
    else open.push(addElement(parent, text, attributes));
  }
  const [root] = document.children;
  if (root === undefined || typeof root === "string" || document.children.length !== 1) throw new Error("no root");
  return root;
}

function addElement(parent: OpenElement, name: string, attributes: readonly string[]): OpenElement {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < attributes.length; at += 2) pairs.push([attributes[at] ?? "", attributes[at + 1] ?? ""]);
  const element = { name, attributes: pairs, children: [] };
  parent.children.push(element);
  return element;
}

/** All text in an element, in order. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}

export function elementsOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child !== "string");
}

/** The element and all that are in it, in document order. */
export function* walk(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of elementsOf(element)) yield* walk(child);
}

/** Open elements at the deepest place. */
export function depthOf(element: XmlElement): number {
  return 1 + Math.max(0, ...elementsOf(element).map(depthOf));
}

export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
