export { encodeJson } from "./encode-json.ts";
export { type Field, type FieldFacts, type PathOf, type Properties, toGetter, toList, toProperties } from "./field.ts";
export { type FieldForm, fieldForms, headerFields, recordFields } from "./forms.ts";
export { headerGroups } from "./header-fields.ts";
