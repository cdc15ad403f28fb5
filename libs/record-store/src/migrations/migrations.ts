import { reportsAndRecords } from "./0001-reports-and-records.ts";
import { reportsByDay } from "./0002-reports-by-day.ts";
import { compressBlocks } from "./0003-compress-blocks.ts";
import { dropReportsByDay } from "./0004-drop-reports-by-day.ts";
import { thriftyMerges } from "./0005-thrifty-merges.ts";
import { deletedDomains } from "./0006-deleted-domains.ts";
import { trustColumns } from "./0007-trust.ts";
import { durableInserts } from "./0008-durable-inserts.ts";
import { sqlViews } from "./0009-sql-views.ts";
import { sourceFactsStep } from "./0010-source-facts.ts";
import { joinedResults } from "./0011-joined-results.ts";
import { reporterDomain } from "./0012-reporter-domain.ts";
import { plainNames } from "./0013-plain-names.ts";
import { domainsStep } from "./0014-domains.ts";
import { sourceDetailsStep } from "./0015-source-details.ts";
import { sourceServicesStep } from "./0016-source-services.ts";
import { sourceDaysStep } from "./0017-source-days.ts";
import { dropSourceMail } from "./0018-drop-source-mail.ts";
import { compactTimes } from "./0019-compact-times.ts";
import { sourceDispositionsStep } from "./0020-source-dispositions.ts";
import { verdictsStep } from "./0021-verdicts.ts";
import { toFormSteps } from "./form-columns.ts";
import type { Migration } from "./migration.ts";

const written: readonly Migration[] = [
  reportsAndRecords,
  reportsByDay,
  compressBlocks,
  dropReportsByDay,
  thriftyMerges,
  deletedDomains,
  trustColumns,
  durableInserts,
  sqlViews,
  sourceFactsStep,
  joinedResults,
  reporterDomain,
  plainNames,
  domainsStep,
  sourceDetailsStep,
  sourceServicesStep,
  sourceDaysStep,
  dropSourceMail,
  compactTimes,
  sourceDispositionsStep,
  verdictsStep,
];

/** Every step of the schema, in order. Fields of a record make steps of their own. */
export const migrations: readonly Migration[] = [...written, ...toFormSteps()].sort((a, b) => a.number - b.number);
