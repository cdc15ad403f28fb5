export { encodeJson } from "./encode-json.ts";
export { type Field, type FieldFacts, type PathOf, type Properties, toGetter, toList, toProperties } from "./field.ts";
export { recordFields, recordForms } from "./record-fields.ts";
