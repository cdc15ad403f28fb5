import { encodeJson } from "../fields/encode-json.ts";
import { fieldForms } from "../fields/forms.ts";
import { headerForm1 } from "../fields/header-fields.ts";
import type { ReportHeader } from "../report.ts";

/**
 * A report's content in numbered forms. The hash of every stored report is of the bytes of a form, so these never change. Form 1
 * has the texts as releases before form 2 read them; form 2 has the same fields as they are read now. Further fields, of the header or
 * of a record, make a further form, the last one.
 */
export const CONTENT_FORMS = 1 + fieldForms.length;

const POLICY = "policyPublished/";
/** Of form 1, in its order. */
const policyNames = headerForm1.flatMap(({ path }) => (path?.startsWith(POLICY) ? [path.slice(POLICY.length)] : []));

/**
 * The header as a text for each of `fieldForms`. Form 1 has the policy, an object whose names and order never change; each further
 * form adds a list of its values.
 *
 * Half a surrogate pair in the policy is an escape in form 1, and U+FFFD in a record: that is how form 1 came to be.
 */
export function encodeHeader(header: ReportHeader): readonly string[] {
  let text = JSON.stringify(header.policyPublished, policyNames);
  return fieldForms.map((form, index) => {
    if (index > 0 && form.header.length > 0) text += encodeJson(form.header.map((field) => field.write(header)));
    return text;
  });
}
