import type { ListedRecord } from "@ruaflow/record-store/records";
import type { Sourced } from "@ruaflow/verdicts/facts";
import type { ShownVerdict } from "@ruaflow/verdicts/judge";
import { Type } from "typebox";
import {
  CauseSchema,
  ClassSchema,
  SenderSchema,
  ServiceSchema,
  toSenderBody,
  toServiceBody,
} from "../../senders/verdict-schema.ts";
import { DateRangeSchema, ReportSchema, TrustSchema, toDateRange } from "../list/report-schema.ts";
import { RecordSchema, toRecordDetail } from "./detail-schema.ts";

const { domain, domain_id, reporter } = ReportSchema.properties;

/** A record as its report has it, with the report and the verdict on its source. */
export const ListedRecordSchema = Type.Object({
  report_id: Type.String({ examples: ["rpt_2hv5k7x3m4q6w8z2t4y6a2c4e6"] }),
  reporter,
  date_range: DateRangeSchema,
  domain_id,
  domain,
  trust: TrustSchema("Why the report is trusted.", "dmarc"),
  ...RecordSchema.properties,
  ...ServiceSchema,
  ...SenderSchema,
  class: ClassSchema("The class of the source for this domain."),
  cause: CauseSchema("Why the source has its class, as a code."),
});

/** A record, the verdict on its source and the names of domains, by id. */
export interface DescribedRecord extends Sourced<ListedRecord> {
  readonly verdict: ShownVerdict;
  readonly nameOf: ReadonlyMap<string, string>;
}

/** The row of {@link ListedRecordSchema}. */
export function toRecordRow({ item, facts, verdict, nameOf }: DescribedRecord) {
  return {
    report_id: item.reportId,
    reporter: item.reporter,
    date_range: toDateRange(item),
    domain_id: item.domainId,
    domain: nameOf.get(item.domainId) ?? null,
    trust: item.trust,
    ...toRecordDetail({ item, facts }),
    ...toServiceBody(verdict.service),
    ...toSenderBody(verdict),
    class: verdict.class,
    cause: verdict.cause,
  };
}
