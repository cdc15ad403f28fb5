import { form1 } from "./form-1.ts";

/** Which bytes of a report are hashed: one line per record, and a last one. */
export type ContentForm = typeof form1;

/**
 * The forms of a report's content: form 1, form 2 and so on. A form that was released stays, as it was, for reports that are
 * stored have hashes in it. A new field of a report makes a new form, the last one.
 */
export const contentForms: readonly ContentForm[] = [form1];
