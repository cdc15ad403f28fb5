import { addressColumns, ownerColumns } from "./columns.ts";
import { type View, type ViewColumn, viewsDatabase } from "./view.ts";

const sums: readonly ViewColumn[] = [
  ["messages", "UInt64", "Messages of counted reports", "sum(part.messages)"],
  ["passed", "UInt64", "Messages that passed DMARC", "sumIf(part.messages, part.dmarc_pass)"],
  ["failed", "UInt64", "Messages that failed DMARC", "sumIf(part.messages, NOT part.dmarc_pass)"],
  ["dkim_passed", "UInt64", "Messages with policy_evaluated/dkim pass", "sumIf(part.messages, part.dkim = 'pass')"],
  ["spf_passed", "UInt64", "Messages with policy_evaluated/spf pass", "sumIf(part.messages, part.spf = 'pass')"],
];

const owner = ownerColumns.map(([name]) => name).join(", ");
const evaluated = "messages, dmarc_pass, policy_evaluated_dkim AS dkim, policy_evaluated_spf AS spf";

/** The numbers of the API, by day. */
export const daily: View = {
  name: "daily",
  comment: "One row for each domain and UTC day with counted reports; its sums are those of the API",
  columns: [...ownerColumns, ["reports", "UInt64", "Counted reports", "sum(part.reports)"], ...sums],
  source: `FROM (
  SELECT ${owner}, ${evaluated}, 0 AS reports FROM ${viewsDatabase}.records WHERE counted
  UNION ALL
  SELECT ${owner}, 0, false, '', '', 1 FROM ${viewsDatabase}.reports WHERE counted
) AS part
GROUP BY ${owner}`,
};

/** By day, so that the sources of any period and domain can be summed up. */
export const sources: View = {
  name: "sources",
  comment:
    "One row for each domain, UTC day and address that sent mail, from counted reports; group by source_ip for one row each",
  columns: [
    ...ownerColumns,
    ...addressColumns,
    ...sums,
    ["first_seen", "DateTime('UTC')", "Begin of the first date range with the address on this day", "min(part.begin)"],
    ["last_seen", "DateTime('UTC')", "End of the last date range with the address on this day", "max(part.end)"],
  ],
  source: `FROM (
  SELECT ${owner}, source_ip, ${evaluated}, date_range_begin AS begin, date_range_end AS end
  FROM ${viewsDatabase}.records WHERE counted
) AS part
GROUP BY ${owner}, source_ip
HAVING messages > 0`,
};
