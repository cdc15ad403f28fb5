import { type EnvelopeLimits, operatorEnvelopeLimits, operatorXmlLimits, type XmlLimits } from "@ruaflow/dmarc";

const MIB = 1024 * 1024;

/** Bounds on one submission, whatever is in it. What is not named has the default of its layer. */
export interface IngestLimits {
  /** Bytes of the submission as it arrives. */
  readonly bodyBytesMax: number;
  readonly envelope: Partial<EnvelopeLimits>;
  readonly xml: Partial<XmlLimits>;
}

/** For what strangers send. */
export const DOOR_LIMITS: IngestLimits = { bodyBytesMax: 20 * MIB, envelope: {}, xml: {} };

/** For the operator's own files: a folder's worth in one archive, or a report of a million records. */
export const OPERATOR_LIMITS: IngestLimits = {
  bodyBytesMax: operatorEnvelopeLimits.inputBytesMax,
  envelope: operatorEnvelopeLimits,
  xml: operatorXmlLimits,
};
