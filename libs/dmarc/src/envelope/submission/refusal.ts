/** Why a submission, or one entry of it, was not unpacked. */
export type EnvelopeRefusal =
  | "input-too-large"
  | "output-too-large"
  | "bomb"
  | "too-many-entries"
  | "too-deep"
  | "container-too-large"
  | "truncated"
  | "corrupt"
  | "encrypted"
  | "unsupported-compression"
  | "unsupported-archive"
  | "mail-too-complex"
  | "outlook-msg"
  | "outlook-pst"
  | "winmail-dat";

const details: Record<EnvelopeRefusal, string> = {
  "input-too-large": "The submission is larger than allowed: send its reports in several smaller submissions.",
  "output-too-large": "Unpacked, the submission is larger than allowed: send its reports in several submissions.",
  bomb: "Files of the archive share their packed bytes, as only attacks do: pack the reports again, or send plain XML.",
  "too-many-entries": "The submission has more files or mail parts than allowed: send them in several submissions.",
  "too-deep": "The containers are nested deeper than allowed: unpack the outer ones and send what is inside.",
  "container-too-large": "The archive or mail is too large to be held in memory: send its reports as gzip or tar.",
  truncated: "The data ends in the middle: send the complete file again.",
  corrupt: "The packed data is damaged: send the file again, or the report as plain XML.",
  encrypted: "The archive is protected by a password: send the report without one.",
  "unsupported-compression":
    "The zip entry is neither stored nor deflated: pack the report as gzip or as an ordinary zip.",
  "unsupported-archive": "The archive is of a kind that is not read: pack the report as gzip, zip or tar.",
  "mail-too-complex": "The mail has more header bytes or boundary lines than allowed: send only its attachment.",
  "outlook-msg": "The Outlook message could not be read: save it as .eml, or send only its attachment.",
  "outlook-pst":
    "This is a data file of Outlook (.pst or .ost): export its mails as .eml, .msg or mbox files, and send those.",
  "winmail-dat":
    "The attachment is a winmail.dat of Outlook: ask for the mail without rich text, or send the report itself.",
};

/** What `corrupt` and `truncated` mean of bytes that are no archive, although their name or media type says so. */
export const falseArchiveDetail =
  "The file is called a packed file and is none, or only the beginning of one: ask its sender to send the report again.";

/** What `encrypted` means of a mail; of an archive it is a password. */
export const encryptedMessageDetail =
  "The message is encrypted with S/MIME or PGP, and no key for it is here: ask its sender, or who runs the mail gateway that encrypts, to send reports unencrypted; or decrypt it and send what is inside.";

/**
 * Ends the bytes of a document (thrown by the iterator of `EnvelopeEntry.xml`) or, inside this folder, the reading of a
 * container. The message is one sentence for people that says what to do.
 */
export class EnvelopeError extends Error {
  override readonly name = "EnvelopeError";
  readonly reason: EnvelopeRefusal;
  /** Set once the consumer has received the error, so that one failure is not reported twice. */
  delivered = false;

  /** @param options `detail`: what to say in place of the reason's own sentence */
  constructor(reason: EnvelopeRefusal, options?: ErrorOptions & { readonly detail?: string }) {
    super(options?.detail ?? details[reason], options);
    this.reason = reason;
  }
}
