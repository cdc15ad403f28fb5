import { fieldForms } from "@ruaflow/report/fields";
import { expect, test } from "vitest";
import { hashedColumns, ROWS_HASH_FORM } from "./rows-hash.ts";

test("form 1 of the hash covers these columns; a test of another choice needs another form", () => {
  expect(ROWS_HASH_FORM).toBe(fieldForms.length);
  const form1 =
    "organization_id domain_id day report_id reporter policy_domain period_begin period_end trust received_at ordinal " +
    "source_ip count disposition dkim_alignment spf_alignment dmarc_pass dkim_result spf_result header_from " +
    "envelope_from envelope_to reason_types reason_comments dkim_domains dkim_selectors dkim_results " +
    "dkim_human_results spf_domains spf_scopes spf_results spf_human_results";
  // Fields of later forms raise the form by themselves.
  const later = new Set(fieldForms.slice(1).flatMap(({ header }) => header.map(({ name }) => name)));
  expect(hashedColumns.records.join(" ").slice(0, form1.length)).toBe(form1);
  expect(hashedColumns.reports.filter((name) => !later.has(name)).join(" ")).toBe(
    "organization_id domain_id day report_id reporter email extra_contact_info reporter_report_id period_begin " +
      "period_end errors version namespace generator policy_domain policy_p policy_sp policy_np policy_adkim " +
      "policy_aspf policy_pct policy_fo policy_testing policy_discovery_method records records_skipped messages " +
      "passed failed warning_codes warning_paths warning_counts received_at channel submission_id content_hash trust " +
      "trust_reason",
  );
});
