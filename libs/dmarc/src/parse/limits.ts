/**
 * What one document may cost. Every limit is a refusal when it is passed, except where a comment says otherwise;
 * lengths are in UTF-16 code units of the decoded text.
 */
export interface XmlLimits {
  /** Bytes of the whole document, as it comes out of the envelope. */
  readonly bytesMax: number;
  /** Open elements at the same time. A report needs 6, and elements may be wrapped around it. */
  readonly depthMax: number;
  /** Length of an element name with its prefix. */
  readonly nameLengthMax: number;
  readonly attributesMax: number;
  /** Length of an attribute's name and value together. */
  readonly attributeLengthMax: number;
  /** Length of one stored field as it stands in the document, entities not yet resolved. */
  readonly textLengthMax: number;
  /**
   * Length of `comment`, `human_result` and of each text of a header but `org_name` and `report_id`: cut there with a
   * warning, not refused.
   */
  readonly freeTextLengthMax: number;
  /** Length of all `error` texts of a header together: the rest is left out with a warning. */
  readonly errorsLengthMax: number;
  /**
   * Length of what is read but not stored (an XML comment, the text of unknown elements), of a text that is cut, and of
   * the markup in a field that is held until the field's end tag shows what it is.
   */
  readonly ignoredLengthMax: number;
  /** `record` elements, stored or skipped. */
  readonly recordsMax: number;
  /** Signatures, SPF results and override reasons in a record, errors in a header: the rest is left out with a warning. */
  readonly resultsMax: number;
  /** Largest believable `count` of a record; a record above it is skipped with a warning. */
  readonly countMax: number;
  /** Largest believable sum of counts; keeps every sum an exact number. */
  readonly messagesMax: number;
}

/** The defaults suit untrusted reports. The operator's import raises `bytesMax` and `recordsMax`. */
export const defaultXmlLimits: XmlLimits = {
  bytesMax: 64 * 1024 * 1024,
  depthMax: 16,
  nameLengthMax: 128,
  attributesMax: 16,
  attributeLengthMax: 1024,
  textLengthMax: 8 * 1024,
  freeTextLengthMax: 1024,
  errorsLengthMax: 16 * 1024,
  ignoredLengthMax: 64 * 1024,
  recordsMax: 200_000,
  resultsMax: 100,
  countMax: 10_000_000_000,
  messagesMax: 1_000_000_000_000,
};

/** The limits for the operator's own files. */
export const operatorXmlLimits: XmlLimits = {
  ...defaultXmlLimits,
  bytesMax: 4096 * 1024 * 1024,
  recordsMax: 10_000_000,
};
