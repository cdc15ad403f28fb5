import type { ReportHeader, ReportRecord } from "../report.ts";
import type { Field, PathOf } from "./field.ts";
import { headerForm1 } from "./header-fields.ts";
import { recordForm1 } from "./record-fields.ts";

/** Fields of a report that one form of its content is the first to cover. */
export interface FieldForm {
  /** The step of the record store's schema that adds their columns. */
  readonly step: number;
  readonly header: readonly Field<PathOf<ReportHeader>, ReportHeader>[];
  readonly record: readonly Field<PathOf<ReportRecord>, ReportRecord>[];
}

const form1 = { step: 1, header: headerForm1, record: recordForm1 } satisfies FieldForm;

/** A form that was released never changes: new fields make a new one, the last, with the next step of the schema. */
export const fieldForms: readonly FieldForm[] = [form1];

/** In the order of the columns of a report. */
export const headerFields = [...form1.header];

/** In the order of the values in the log's messages: lines of earlier releases end before the newer fields. */
export const recordFields = [...form1.record];
