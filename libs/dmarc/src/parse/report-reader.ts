import { cutEndTag, isEndTag } from "./damaged-end-tag.ts";
import type { Container, PartEnd, ReportElement } from "./element.ts";
import { decodeText } from "./entities.ts";
import type { Field } from "./field-group.ts";
import { FieldText } from "./field-text.ts";
import { outside, type ReportGrammar, toKnownName, toLocalName, unknownElement } from "./grammar.ts";
import type { XmlLimits } from "./limits.ts";
import { Namespaces } from "./namespaces.ts";
import { type Passage, Passages } from "./passages.ts";
import { Place } from "./place.ts";
import { Refusal } from "./refusal/refusal.ts";
import type { ReportBuilder } from "./report-builder.ts";
import type { MarkupSink } from "./scanner.ts";
import type { Tag } from "./tag.ts";
import { dropLocalPart, isBlank, toExcerpt, trimText } from "./text.ts";
import type { WarningCode, WarningList } from "./warnings.ts";

/** Most reports have few records, and learning costs as much as reading two. */
const LEARN_AFTER_RECORDS = 8;

/** The longest damaged end tag, or a type of a reason in references, is shorter. */
const STRAY_LENGTH_MAX = 512;

/** Where in the document the reader is: outside of `feedback` nothing is stored. */
export type Phase = "before" | "report" | "after";

/**
 * Follows the tags of one document along the grammar, and passes texts and ends of parts to the builder. It mends only
 * what cannot mean anything else: a field without end tag and markup that is text. Any other imbalance may be the trace
 * of a missing piece and is refused.
 */
export class ReportReader implements MarkupSink {
  readonly #grammar: ReportGrammar;
  readonly #builder: ReportBuilder;
  readonly #limits: XmlLimits;
  readonly #warnings: WarningList;
  readonly #namespaces = new Namespaces();
  readonly #text: FieldText;
  readonly #passages = new Passages();
  #place = outside;
  /** Since the last field ended, in plain tags so far: where it stood, and the parts that ended; null: it teaches nothing. */
  #passage: { readonly from: Place; readonly ends: Passage["ends"][number][] } | null = null;
  #phase: Phase = "before";
  #ignoredLength = 0;
  /** Text between elements, up to a length. */
  #strayText = "";
  #hasTrailingContent = false;
  #rootName = "";
  endTagDue = "";
  isInField = false;
  isPaused = false;

  constructor(builder: ReportBuilder, parts: { grammar: ReportGrammar; limits: XmlLimits; warnings: WarningList }) {
    this.#grammar = parts.grammar;
    this.#builder = builder;
    this.#limits = parts.limits;
    this.#warnings = parts.warnings;
    this.#text = new FieldText((reference) => this.#warn("bad-entity", reference));
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** The name of the document's first element, `""` before it. */
  get rootName(): string {
    return this.#rootName;
  }

  /** True when every element that was begun is ended. */
  get isBalanced(): boolean {
    return this.#place.parent === null;
  }

  get namespace(): string {
    return this.#namespaces.reportNamespace;
  }

  /** True between two parts of the report, where its end tag may follow. */
  get isBehindPart(): boolean {
    return this.#phase === "report" && this.#place.element === this.#grammar.feedback;
  }

  /** How deep the reader is in the document, elements in a field's text included. */
  get depth(): number {
    return this.#place.depth + this.#text.depth;
  }

  /** Characters of the field that is being read. */
  get fieldLength(): number {
    return this.#text.length;
  }

  /**
   * True for an element that the field's parent knows: either the field's end tag is missing, or the element stands in the
   * field's text.
   */
  isAmbiguous(name: string, tag: Tag | null): boolean {
    if (this.#place.element.kind !== "field") return false;
    const parent = this.#place.parent?.element;
    if (parent?.kind !== "container" || !parent.children.has(toKnownName(name))) return false;
    return !this.#namespaces.isForeign(name, tag);
  }

  /** True in a field of `feedback` itself, whose other children are too large to be held. */
  get isInFieldOfReport(): boolean {
    return this.#place.parent?.element === this.#grammar.feedback;
  }

  /** Ends a report whose end tag is missing. */
  endReport(): void {
    this.#judgeStrayText(null);
    this.#warn("missing-end-tag");
    this.#phase = "after";
  }

  /** An element that {@link isAmbiguous} ends the field, see {@link openInText}. */
  onOpen(name: string, source: string, tag: Tag | null): void {
    this.#ignoredLength = 0;
    this.#judgeStrayText(name);
    if (this.#phase === "after") {
      this.#openAfter(name);
      return;
    }
    if (this.#phase === "before") this.#openBefore(name, tag);
    else if (!this.isInField) this.#openChild(name, tag);
    else if (this.isAmbiguous(name, tag)) {
      this.#endFieldWithoutTag();
      this.#openChild(name, tag);
    } else this.#openInField(name, source);
    if (tag?.isSelfClosing) this.onClose();
  }

  /** An element that is part of a field's text. */
  openInText(name: string, source: string, tag: Tag | null): void {
    this.#openInField(name, source);
    if (tag?.isSelfClosing) this.onClose();
  }

  onClose(): void {
    this.#ignoredLength = 0;
    this.#judgeStrayText(null);
    this.#close();
  }

  #close(): void {
    const element = this.#place.element;
    if (element.kind === "field") {
      this.#closeInField(element);
      return;
    }
    this.#pop();
    if (element.kind === "container" && element.ends !== "none") this.#endPart(element.ends);
  }

  onOtherClose(name: string, source: string): void {
    if (this.#phase === "after") {
      this.noteTrailingContent();
      return;
    }
    this.#judgeStrayText(name);
    if (this.endTagDue === `</${name}>`) {
      this.#close();
      return;
    }
    const element = this.#place.element;
    if (element.kind !== "field") throw this.#notDue(name);
    if (this.#text.closeInline(name)) {
      this.#warn("unescaped-markup");
      this.endTagDue = this.#text.endTagDue || this.#place.endTag;
    } else if (this.#place.endTag === `</${name}>`) {
      this.#warn("unescaped-markup");
      this.#endField(element);
    } else if (this.#place.parent?.endTag === `</${name}>`) {
      this.#endFieldWithoutTag();
      this.onClose();
    } else {
      this.#addStrayEndTag(name, source);
    }
  }

  onText(text: string, from: number, to: number): void {
    if (this.isInField) {
      this.#text.addRaw(text.slice(from, to));
      this.#refuseLongText();
    } else if (this.#phase === "after") {
      if (!isBlank(text, from, to)) this.noteTrailingContent();
    } else {
      if (this.#place.element.kind === "container" || this.#rootName === "") this.#checkStrayText(text, from, to);
      this.#countIgnored(to - from);
    }
  }

  onCharacterData(piece: string): void {
    if (!this.isInField) {
      const text = piece.replaceAll("&", "&amp;");
      this.onText(text, 0, text.length);
      return;
    }
    this.#text.addDecoded(piece);
    this.#refuseLongText();
  }

  onBareMarkup(): void {
    if (this.#phase === "after") {
      this.noteTrailingContent();
      return;
    }
    if (this.#phase === "before" || this.#place.element.kind === "container") {
      throw new Refusal("not-well-formed", `"<" that begins no tag in ${this.#name()}`);
    }
    this.#warn("unescaped-markup");
    this.onText("<", 0, 1);
  }

  findPassage(text: string, at: number): Passage | undefined {
    const isWhole = this.isInField && this.#text.length === 0 && this.#namespaces.depth === 0;
    return isWhole ? this.#passages.find(this.#place, text, at) : undefined;
  }

  follow({ ends, to }: Passage): void {
    const { element } = this.#place;
    if (element.kind === "field") this.#builder.addField(element, this.#text.finish());
    for (const part of ends) if (this.#builder.endPart(part)) this.isPaused = true;
    this.#enter(to);
  }

  learn(text: string, from: number, to: number): void {
    if (this.#passage === null) return;
    const { from: place, ends } = this.#passage;
    this.#passages.learn(place, { source: text.slice(from, to), ends, to: this.#place });
    this.#passage = null;
  }

  #openAfter(name: string): void {
    if (toKnownName(name) === "feedback") throw new Refusal("several-reports", "a second feedback element");
    this.noteTrailingContent();
  }

  #openBefore(name: string, tag: Tag | null): void {
    const local = toLocalName(name);
    if (this.#rootName === "") this.#rootName = toExcerpt(dropLocalPart(local));
    else if (this.isBalanced) throw new Refusal("not-well-formed", "a second root element");
    this.#namespaces.add(tag);
    if (toKnownName(name) !== "feedback") {
      this.#push(unknownElement, `</${name}>`);
      return;
    }
    if (!this.isBalanced) this.#warnings.add("wrapped-root", "", this.#rootName);
    this.#namespaces.choose(name);
    if (local !== "feedback") this.#warnings.add("letter-case", "", local);
    this.#phase = "report";
    if (this.isBalanced && name === "feedback") this.#enter(this.#grammar.report);
    else this.#push(this.#grammar.feedback, `</${name}>`);
  }

  #openChild(name: string, tag: Tag | null): void {
    const parent = this.#place.element;
    if (parent.kind !== "container") {
      this.#push(unknownElement, `</${name}>`);
      return;
    }
    const child = this.#place.findChild(parent, name);
    if (child === undefined || this.#namespaces.isForeign(name, tag)) {
      this.#openUnusual(parent, name, tag);
      return;
    }
    this.#enter(child);
    if (tag !== null) this.#namespaces.enter(tag, child.depth);
    this.#warnIfMisnamed(child.element, name);
  }

  /** A child with a prefix, of another namespace, in other letter case, or one that the grammar does not have. */
  #openUnusual(parent: Container, name: string, tag: Tag | null): void {
    this.#passage = null;
    const local = toLocalName(name);
    const known = toKnownName(name);
    const element = this.#namespaces.isForeign(name, tag) ? undefined : parent.children.get(known);
    if (element === undefined) this.#warnings.add("unknown-element", joinPath(parent.path, local));
    else if (known !== local) this.#warnings.add("letter-case", "", local);
    else this.#warnIfMisnamed(element, local);
    this.#push(element ?? unknownElement, `</${name}>`);
    if (tag !== null) this.#namespaces.enter(tag, this.#place.depth);
  }

  #warnIfMisnamed(element: ReportElement, name: string): void {
    if (element.kind !== "container" || element.misnamedFor === undefined) return;
    this.#passage = null;
    this.#warnings.add("misnamed-element", element.path, name);
  }

  #endFieldWithoutTag(): void {
    if (this.#place.element.kind !== "field") return;
    const text = this.#text.finish();
    const stored = cutEndTag(text, this.#place.endTag);
    this.#warn("missing-end-tag", text.slice(stored.length));
    this.#endField(this.#place.element, stored, text);
  }

  #openInField(name: string, source: string): void {
    this.#refuseDepth(this.depth + 1);
    this.#text.openInline(name, source);
    this.#refuseLongText();
    this.endTagDue = this.#text.endTagDue;
  }

  #closeInField(field: Field): void {
    const inline = this.#text.innermost;
    if (inline === null) {
      this.#endField(field);
      return;
    }
    this.#warnings.add("unknown-element", joinPath(field.path, inline));
    this.#text.closeInline(inline);
    this.endTagDue = this.#text.endTagDue || this.#place.endTag;
  }

  /** @param inForm1 the text with what is left of a damaged end tag */
  #endField(field: Field, text = this.#text.finish(), inForm1 = text): void {
    this.#passage = this.#builder.recordsRead < LEARN_AFTER_RECORDS ? null : { from: this.#place, ends: [] };
    this.#pop();
    this.#builder.addField(field, text, inForm1);
  }

  /** The end of an element of reports that did not begin here shows that a piece of the document is missing. */
  #addStrayEndTag(name: string, source: string): void {
    if (this.#grammar.isReportName(toKnownName(name))) throw this.#notDue(name);
    this.#warn("unescaped-markup", source);
    this.#text.addDecoded(source);
    this.#refuseLongText();
  }

  #push(element: ReportElement, endTag: string): void {
    this.#enter(new Place(element, endTag, this.#place));
  }

  #pop(): void {
    const { depth, parent } = this.#place;
    if (this.#namespaces.depth >= depth) this.#namespaces.leave(depth);
    if (parent !== null) this.#enter(parent);
  }

  #enter(place: Place): void {
    this.#refuseDepth(place.depth);
    this.#place = place;
    this.endTagDue = place.endTag;
    this.isInField = place.element.kind === "field";
  }

  #endPart(part: Exclude<PartEnd, "none">): void {
    if (part === "report") {
      this.#phase = "after";
      return;
    }
    this.#passage?.ends.push(part);
    this.isPaused = this.#builder.endPart(part);
  }

  #checkStrayText(text: string, from: number, to: number): void {
    if (this.#strayText === "" && isBlank(text, from, to)) return;
    if (this.#rootName === "") throw new Refusal("not-xml", "text before the first element");
    this.#passage = null;
    const room = STRAY_LENGTH_MAX - this.#strayText.length;
    if (room > 0) this.#strayText += text.slice(from, Math.min(to, from + room));
  }

  /**
   * What the text between elements was, now that a tag follows: the type of a reason, or an end tag that lost a bracket, as a tag
   * follows that has no place in the element.
   *
   * @param next the name in that tag; `null`: it is the end tag of the element, or the end of the document
   */
  #judgeStrayText(next: string | null): void {
    if (this.#strayText === "") return;
    const text = trimText(decodeText(this.#strayText, () => {}));
    this.#strayText = "";
    const { element, endTag } = this.#place;
    if (element.kind !== "container") return;
    if (next !== null && isEndTag(text, endTag) && !element.children.has(toKnownName(next))) {
      this.#warn("missing-end-tag", text);
      this.#close();
    } else if (element.ends === "reason") this.#builder.addReasonText(text);
    else this.#warn("stray-text");
  }

  #refuseLongText(): void {
    if (this.#place.element.kind !== "field" || this.#text.length <= this.#limits.textLengthMax) return;
    const lengthMax = this.#place.element.isFreeText ? this.#limits.ignoredLengthMax : this.#limits.textLengthMax;
    if (this.#text.length > lengthMax)
      throw new Refusal("text-too-long", `${this.#name()} is over ${lengthMax} characters`);
  }

  #countIgnored(length: number): void {
    this.#ignoredLength += length;
    const { ignoredLengthMax } = this.#limits;
    if (this.#ignoredLength <= ignoredLengthMax) return;
    throw new Refusal("text-too-long", `text outside of fields is over ${ignoredLengthMax} characters`);
  }

  #refuseDepth(depth: number): void {
    if (depth > this.#limits.depthMax) throw new Refusal("too-deep", `over ${this.#limits.depthMax} elements deep`);
  }

  #notDue(name: string): Refusal {
    const due = this.endTagDue === "" ? "none" : dropLocalPart(this.endTagDue);
    return new Refusal("not-well-formed", `</${dropLocalPart(name)}> where ${due} is due in ${this.#name()}`);
  }

  /** Something stands behind the report. */
  noteTrailingContent(): void {
    if (!this.#hasTrailingContent) this.#warnings.add("trailing-content", "");
    this.#hasTrailingContent = true;
  }

  #warn(code: WarningCode, detail?: string): void {
    this.#warnings.add(code, this.#place.element.path, detail);
  }

  #name(): string {
    return this.#place.element.path || this.#rootName || "the document";
  }
}

function joinPath(parent: string, name: string): string {
  return parent === "" ? name : `${parent}/${name}`;
}
