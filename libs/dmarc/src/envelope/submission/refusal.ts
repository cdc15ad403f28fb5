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
  "input-too-large": "The submission is larger than allowed. Send its reports in several smaller submissions.",
  "output-too-large": "The unpacked submission is larger than allowed. Send its reports in several submissions.",
  bomb: "Files in the archive share packed bytes, which only attacks do. Pack the reports again, or send plain XML.",
  "too-many-entries": "The submission has more files or mail parts than allowed. Send them in several submissions.",
  "too-deep": "Archives or mails are nested more deeply than allowed. Unpack the outer ones and send what is inside.",
  "container-too-large": "The archive or mail is too large to be read in memory. Send its reports as gzip or tar.",
  truncated: "The file is incomplete: its data ends in the middle. Send the complete file again.",
  corrupt: "The packed data is damaged. Send the file again, or the report as plain XML.",
  encrypted: "The archive is protected by a password. Send the report without one.",
  "unsupported-compression":
    "The zip file uses a compression that is not supported. Pack the report as gzip or as an ordinary zip.",
  "unsupported-archive": "This kind of archive is not supported. Pack the report as gzip, zip or tar.",
  "mail-too-complex": "The mail has more header bytes or boundary lines than allowed. Send only its attachment.",
  "outlook-msg": "The Outlook message could not be read. Save it as .eml, or send only its attachment.",
  "outlook-pst":
    "This is a data file of Outlook (.pst or .ost). Export its mails as .eml, .msg or mbox files, and send those.",
  "winmail-dat":
    "The attachment is a winmail.dat of Outlook. Ask for the mail without rich text, or send the report itself.",
};

/** What `corrupt` and `truncated` mean of bytes that are no archive, although their name or media type says so. */
export const falseArchiveDetail =
  "The file is named as a packed file but is not one, or only the beginning of one. Ask its sender to send the report again.";

/** What `encrypted` means of a mail; of an archive it is a password. */
export const encryptedMessageDetail =
  "The message is encrypted with S/MIME or PGP and cannot be decrypted here. Ask its sender, or the operator of the mail gateway that encrypts, to send reports unencrypted. Or decrypt it and send what is inside.";

/**
 * Ends the bytes of a document (thrown by the iterator of `EnvelopeEntry.xml`) or, inside this folder, the reading of a
 * container. The message says what is wrong and what to do, in sentences for people.
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
