const KIB = 1024;
const MIB = 1024 * KIB;

/** What one submission may cost. All containers nested in it share one budget. */
export interface EnvelopeLimits {
  /** Bytes read from the body. Report mails stay under the 10 to 25 MB that mail servers accept. */
  readonly inputBytesMax: number;
  /**
   * Bytes that all decompression of the submission produces together. The largest real report has 3.6 MB. This is what a
   * bomb may cost, however small it is; how well data packs says nothing, since honest reports repeat themselves too.
   */
  readonly outputBytesMax: number;
  /** Bytes held in memory at one time by containers that cannot be streamed: zip, mail and Outlook message. */
  readonly heldBytesMax: number;
  /** Files in archives, mails in mailboxes, parts of mails and members of gzip, counted over the whole submission. */
  readonly entriesMax: number;
  /** Containers around a document. A forwarded mail with a gzip in a zip needs 4. */
  readonly depthMax: number;
  /** Header bytes of one mail, those of its parts included. Postfix accepts 100 KiB. */
  readonly mailHeaderBytesMax: number;
}

/** The limits for untrusted submissions. The operator's imports of large archives raise them. */
export const defaultEnvelopeLimits: EnvelopeLimits = {
  inputBytesMax: 20 * MIB,
  outputBytesMax: 64 * MIB,
  heldBytesMax: 64 * MIB,
  entriesMax: 1_000,
  depthMax: 8,
  mailHeaderBytesMax: 256 * KIB,
};

/** The limits for the operator's own files: years of mail in one archive, a report of a million records. */
export const operatorEnvelopeLimits: EnvelopeLimits = {
  ...defaultEnvelopeLimits,
  inputBytesMax: 4096 * MIB,
  outputBytesMax: 16_384 * MIB,
  heldBytesMax: 256 * MIB,
  entriesMax: 1_000_000,
};
