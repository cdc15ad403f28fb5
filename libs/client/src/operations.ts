// Written by `npm run openapi` from the server's OpenAPI document.

/** Method and path of each operation. */
export const operations = {
  listReports: { method: "GET", path: "/api/v1/reports" },
  uploadReports: { method: "POST", path: "/api/v1/reports" },
  searchReports: { method: "POST", path: "/api/v1/reports/search" },
  readAggregate: { method: "GET", path: "/api/v1/reports/aggregate" },
  queryAggregate: { method: "POST", path: "/api/v1/reports/aggregate" },
  readCompleteness: { method: "GET", path: "/api/v1/reports/completeness" },
  queryCompleteness: { method: "POST", path: "/api/v1/reports/completeness" },
  listSources: { method: "GET", path: "/api/v1/reports/sources" },
  querySources: { method: "POST", path: "/api/v1/reports/sources" },
  listFailures: { method: "GET", path: "/api/v1/reports/failures" },
  queryFailures: { method: "POST", path: "/api/v1/reports/failures" },
  listRecords: { method: "GET", path: "/api/v1/reports/records" },
  queryRecords: { method: "POST", path: "/api/v1/reports/records" },
  readReport: { method: "GET", path: "/api/v1/reports/{id}" },
  downloadReport: { method: "GET", path: "/api/v1/reports/{id}/raw" },
  listSenderOverrides: { method: "GET", path: "/api/v1/senders/overrides" },
  createSenderOverride: { method: "POST", path: "/api/v1/senders/overrides" },
  deleteSenderOverride: { method: "DELETE", path: "/api/v1/senders/overrides/{id}" },
  listSubmissions: { method: "GET", path: "/api/v1/submissions" },
  countSubmissions: { method: "GET", path: "/api/v1/submissions/counts" },
  readSubmission: { method: "GET", path: "/api/v1/submissions/{id}" },
  downloadSubmission: { method: "GET", path: "/api/v1/submissions/{id}/raw" },
  listDomains: { method: "GET", path: "/api/v1/domains" },
  createDomain: { method: "POST", path: "/api/v1/domains" },
  listClients: { method: "GET", path: "/api/v1/domains/clients" },
  listLabels: { method: "GET", path: "/api/v1/domains/labels" },
  createDomains: { method: "POST", path: "/api/v1/domains/batch" },
  readDomain: { method: "GET", path: "/api/v1/domains/{id}" },
  updateDomain: { method: "PUT", path: "/api/v1/domains/{id}" },
  deleteDomain: { method: "DELETE", path: "/api/v1/domains/{id}" },
  readDomainDns: { method: "GET", path: "/api/v1/domains/{id}/dns" },
  listDomainDnsHistory: { method: "GET", path: "/api/v1/domains/{id}/dns/history" },
  listUnprovenMail: { method: "GET", path: "/api/v1/domains/{id}/unproven-mail" },
  verifyDomain: { method: "POST", path: "/api/v1/domains/{id}/verify" },
  readDomainReadiness: { method: "GET", path: "/api/v1/domains/{id}/readiness" },
  listDomainReporters: { method: "GET", path: "/api/v1/domains/{id}/reporters" },
  listAttention: { method: "GET", path: "/api/v1/domains/attention" },
  acknowledgeAttention: { method: "POST", path: "/api/v1/domains/{id}/attention/acknowledge" },
  unacknowledgeAttention: { method: "DELETE", path: "/api/v1/domains/{id}/attention/acknowledge" },
  acknowledgeReasons: { method: "POST", path: "/api/v1/domains/attention/acknowledge" },
  listWebhooks: { method: "GET", path: "/api/v1/webhooks" },
  createWebhook: { method: "POST", path: "/api/v1/webhooks" },
  readWebhook: { method: "GET", path: "/api/v1/webhooks/{id}" },
  updateWebhook: { method: "PUT", path: "/api/v1/webhooks/{id}" },
  deleteWebhook: { method: "DELETE", path: "/api/v1/webhooks/{id}" },
  testWebhook: { method: "POST", path: "/api/v1/webhooks/{id}/test" },
  listDeliveries: { method: "GET", path: "/api/v1/webhooks/{id}/deliveries" },
  countDeliveries: { method: "GET", path: "/api/v1/webhooks/deliveries/counts" },
  readDelivery: { method: "GET", path: "/api/v1/webhooks/{id}/deliveries/{delivery_id}" },
  redeliverEvent: { method: "POST", path: "/api/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver" },
  recoverDeliveries: { method: "POST", path: "/api/v1/webhooks/{id}/recover" },
  listEventTypes: { method: "GET", path: "/api/v1/event-types" },
  listAlerts: { method: "GET", path: "/api/v1/alerts" },
  listApiKeys: { method: "GET", path: "/api/v1/api-keys" },
  createApiKey: { method: "POST", path: "/api/v1/api-keys" },
  revokeApiKey: { method: "DELETE", path: "/api/v1/api-keys/{id}" },
  listSavedViews: { method: "GET", path: "/api/v1/saved-views" },
  createSavedView: { method: "POST", path: "/api/v1/saved-views" },
  renameSavedView: { method: "PUT", path: "/api/v1/saved-views/{id}" },
  deleteSavedView: { method: "DELETE", path: "/api/v1/saved-views/{id}" },
  createShareLink: { method: "POST", path: "/api/v1/share-links" },
  listShareLinks: { method: "GET", path: "/api/v1/share-links" },
  deleteShareLink: { method: "DELETE", path: "/api/v1/share-links/{id}" },
  readMe: { method: "GET", path: "/api/v1/me" },
  createSession: { method: "POST", path: "/api/v1/session" },
  readSession: { method: "GET", path: "/api/v1/session" },
  endSession: { method: "DELETE", path: "/api/v1/session" },
  readServiceState: { method: "GET", path: "/api/v1/operator/state" },
  listDeadLetters: { method: "GET", path: "/api/v1/operator/dead-letters" },
  explainReport: { method: "POST", path: "/api/v1/explain" },
  replaySubmission: { method: "POST", path: "/api/v1/submissions/{id}/replay" },
} as const;

/** Input and answer of each operation. */
export interface Operations {
  /** List reports, newest period first. */
  listReports: {
    path: undefined;
    query: {
      /** Limits the answer to these domains, at most 100; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Only reports with this trust. dmarc: DMARC proves that the reporter sent the mail. dkim: A DKIM signature proves that the reporter sent the mail. spf: SPF proves that the reporter sent the mail. none: It came by mail, and its sender is not proven. Sums, alerts and report.failure leave it out by default; an organization can include it. upload: The holder of an API key uploaded it. import: The operator imported it. */
      readonly trust?: "dmarc" | "dkim" | "spf" | "none" | "upload" | "import";
      /** Limits the answer to reports that this domain vouches for. */
      readonly reporter_domain?: string;
      /** Only messages from this address, or from this range in CIDR notation. */
      readonly source_ip?: string;
      /** Only messages with exactly this domain in their From header. */
      readonly header_from?: string;
      /** Only messages with a DKIM signature of this selector, whatever its result; with dkim_domain the same signature must have both. */
      readonly selector?: string;
      /** Only messages whose SPF was checked for this domain, whatever the result. */
      readonly spf_domain?: string;
      /** Only messages with a DKIM signature by this domain, whatever its result. */
      readonly dkim_domain?: string;
      /** Only messages with this disposition. */
      readonly disposition?: "none" | "quarantine" | "reject" | "pass";
      /** Only messages from addresses of this owner; empty: addresses without a known owner. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly source_organization?: string;
      /** Only messages from addresses in this country, a two-letter code; empty: addresses without a known country. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly country?: string;
      /** Only mail of this service, as the sources show it; empty: of none that is known. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly service?: string;
      /** Only mail of sources of this class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
      /** Only mail of the sender with this name; empty: of senders without a name. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly sender?: string;
      /** Only mail of sources with this cause of their class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly cause?:
        | "passes"
        | "passes_by_spf_only"
        | "dkim_signed_by_service"
        | "spf_of_service_unaligned"
        | "onmicrosoft_only"
        | "default_google_signature"
        | "dkim_signature_broken"
        | "dkim_key_missing"
        | "dkim_refused_by_policy"
        | "subdomain_not_aligned_strict"
        | "spf_missing_include"
        | "spf_permerror"
        | "unsigned_and_spf_unaligned"
        | "override_ours"
        | "forwarded_dkim_survives"
        | "forwarded_dkim_broken"
        | "forwarded_envelope_rewritten"
        | "forwarded_unsigned"
        | "arc_passed"
        | "temporary_errors"
        | "results_left_out"
        | "reporter_contradicts_itself"
        | "dkim_never_passes"
        | "foreign_sender"
        | "not_enough_evidence"
        | "spoofed_no_identity"
        | "spoofed_foreign_identity"
        | "override_not_ours"
        | "not_judged_yet";
      /** Only messages that the reporter with exactly this name reported. */
      readonly reporter?: string;
      /** Only messages that passed DMARC, or only those that failed. */
      readonly result?: "pass" | "fail";
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
      /** Lists reports in the order in which they became visible, each exactly once, for synchronization without gaps. Start with an empty value (`after=`). Then repeat with `meta.next` of the previous response and the same filter. Cannot be combined with page or sort. */
      readonly after?: string;
      /** Field to sort by; a leading minus sign sorts in descending order. */
      readonly sort?:
        | "date_range"
        | "-date_range"
        | "received_at"
        | "-received_at"
        | "total_count"
        | "-total_count"
        | "reporter"
        | "-reporter";
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly id: string;
        readonly domain_id: string;
        readonly reporter: string;
        readonly date_range: { readonly begin: string; readonly end: string };
        /** Messages in the report. */
        readonly total_count: number;
        /** Messages that passed DMARC. */
        readonly pass_count: number;
        /** Messages that failed DMARC. */
        readonly fail_count: number;
        /** Percent with one decimal; 0 without messages. */
        readonly pass_rate: number;
        readonly received_at: string;
        /** Why the report is trusted. dmarc: DMARC proves that the reporter sent the mail. dkim: A DKIM signature proves that the reporter sent the mail. spf: SPF proves that the reporter sent the mail. none: It came by mail, and its sender is not proven. Sums, alerts and report.failure leave it out by default; an organization can include it. upload: The holder of an API key uploaded it. import: The operator imported it. */
        readonly trust: "dmarc" | "dkim" | "spf" | "none" | "upload" | "import";
        /** Why the sender is not proven, a stable code such as bad-signature; null unless trust is none. */
        readonly trust_reason: string | null;
        /** The domain that is proven for the report's mail, and vouches for it: who the reporter is, whatever it calls itself. An organizational domain; null for uploads and imports, where nothing is proven, and for reports of releases before this one. */
        readonly reporter_domain: string | null;
        /** The UTC day since when you get reports that count from this domain; null without one, or if none ever counted. */
        readonly reporter_domain_since: string | null;
        /** The name of the domain; null when the domain is being deleted. */
        readonly domain: string | null;
        /** The policy (p) that the domain published, as the report states it, such as reject; null when the report states none, or while the store of records cannot be reached. */
        readonly policy: string | null;
      }[];
      readonly meta:
        | {
            /** Items on all pages. */ readonly total: number;
            /** The requested page. */
            readonly page: number;
            /** Items per page. */
            readonly per_page: number;
            /** 0 when there are no items. */
            readonly total_pages: number;
          }
        | {
            /** Maximum number of reports in a response. */ readonly per_page: number;
            /** Send it as `after` to continue, at once or later. */
            readonly next: string;
            /** Whether to continue at once. It may also be true for a response with few or 0 reports, if a filter excludes most. */
            readonly has_more: boolean;
          };
    };
  };
  /** Upload reports: files, archives or mails. */
  uploadReports: {
    path: undefined;
    query: {
      /** File name to show for a body that is one file. */ readonly name?: string;
    };
    body: undefined;
    answer: {
      readonly data: {
        /** Number of entries by outcome. */
        readonly summary: {
          readonly accepted: number;
          readonly duplicate: number;
          readonly conflict: number;
          readonly held: number;
          readonly refused: number;
          readonly not_aggregate: number;
        };
        /** Mails of the mailboxes among the files, with reports or without; 0 without a mailbox. */
        readonly mails: number;
        readonly entries: readonly {
          /** Name of the file in the upload. */ readonly file: string;
          /** Id of the submission that the file became. */
          readonly submission_id: string;
          /** Position in the file, from 0. */
          readonly entry: number;
          /** Place in the file where it was found. */
          readonly path: string;
          /** Outcome of the entry. accepted: Durable. A moment later, status_url shows whether it is stored, a duplicate or a conflict. duplicate: The report was already stored. conflict: A report with this identity was stored with other content. The first one counts; this one is kept. held: Waits until its domain is added and verified. It is then processed without being sent again. refused: See reason. not-aggregate: Not an aggregate report. */
          readonly outcome: "accepted" | "duplicate" | "conflict" | "held" | "refused" | "not-aggregate";
          /** Whether the outcome is final: false for accepted and held, whose later outcome status_url shows. */
          readonly final: boolean;
          /** Path of the current outcome: GET /api/v1/submissions/:id. */
          readonly status_url: string;
          /** Stable code for every outcome except accepted, which has no-usable-record if the report counts no message for no record of it is usable. */
          readonly reason: string | null;
          /** What is wrong, where, and what to do, in sentences for people. */
          readonly detail: string | null;
          /** Line of the XML at which it cannot be read, from 1. */
          readonly line?: number;
          /** Position in this line, from 1, in UTF-16 units. */
          readonly column?: number;
          /** A piece of this line, at most 80 characters, written by the sender. Invisible characters are escaped as in \u202e. */
          readonly excerpt?: string;
          /** The reporter as the document names it. */
          readonly reporter?: string;
          /** The report, if it was accepted or is known. */
          readonly report_id: string | null;
          /** Domain of the published policy. */
          readonly domain: string | null;
        }[];
      };
    };
  };
  /** List reports, newest period first. */
  searchReports: {
    path: undefined;
    query: {
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: {
      /** Limits the answer to these domains, at most 10,000; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Only reports with this trust. dmarc: DMARC proves that the reporter sent the mail. dkim: A DKIM signature proves that the reporter sent the mail. spf: SPF proves that the reporter sent the mail. none: It came by mail, and its sender is not proven. Sums, alerts and report.failure leave it out by default; an organization can include it. upload: The holder of an API key uploaded it. import: The operator imported it. */
      readonly trust?: "dmarc" | "dkim" | "spf" | "none" | "upload" | "import";
      /** Limits the answer to reports that this domain vouches for. */
      readonly reporter_domain?: string;
      /** Only messages from this address, or from this range in CIDR notation. */
      readonly source_ip?: string;
      /** Only messages with exactly this domain in their From header. */
      readonly header_from?: string;
      /** Only messages with a DKIM signature of this selector, whatever its result; with dkim_domain the same signature must have both. */
      readonly selector?: string;
      /** Only messages whose SPF was checked for this domain, whatever the result. */
      readonly spf_domain?: string;
      /** Only messages with a DKIM signature by this domain, whatever its result. */
      readonly dkim_domain?: string;
      /** Only messages with this disposition. */
      readonly disposition?: "none" | "quarantine" | "reject" | "pass";
      /** Only messages from addresses of this owner; empty: addresses without a known owner. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly source_organization?: string;
      /** Only messages from addresses in this country, a two-letter code; empty: addresses without a known country. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly country?: string;
      /** Only mail of this service, as the sources show it; empty: of none that is known. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly service?: string;
      /** Only mail of sources of this class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
      /** Only mail of the sender with this name; empty: of senders without a name. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly sender?: string;
      /** Only mail of sources with this cause of their class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly cause?:
        | "passes"
        | "passes_by_spf_only"
        | "dkim_signed_by_service"
        | "spf_of_service_unaligned"
        | "onmicrosoft_only"
        | "default_google_signature"
        | "dkim_signature_broken"
        | "dkim_key_missing"
        | "dkim_refused_by_policy"
        | "subdomain_not_aligned_strict"
        | "spf_missing_include"
        | "spf_permerror"
        | "unsigned_and_spf_unaligned"
        | "override_ours"
        | "forwarded_dkim_survives"
        | "forwarded_dkim_broken"
        | "forwarded_envelope_rewritten"
        | "forwarded_unsigned"
        | "arc_passed"
        | "temporary_errors"
        | "results_left_out"
        | "reporter_contradicts_itself"
        | "dkim_never_passes"
        | "foreign_sender"
        | "not_enough_evidence"
        | "spoofed_no_identity"
        | "spoofed_foreign_identity"
        | "override_not_ours"
        | "not_judged_yet";
      /** Only messages that the reporter with exactly this name reported. */
      readonly reporter?: string;
      /** Only messages that passed DMARC, or only those that failed. */
      readonly result?: "pass" | "fail";
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
      /** Lists reports in the order in which they became visible, each exactly once, for synchronization without gaps. Start with an empty value (`after=`). Then repeat with `meta.next` of the previous response and the same filter. Cannot be combined with page or sort. */
      readonly after?: string;
      /** Field to sort by; a leading minus sign sorts in descending order. */
      readonly sort?:
        | "date_range"
        | "-date_range"
        | "received_at"
        | "-received_at"
        | "total_count"
        | "-total_count"
        | "reporter"
        | "-reporter";
    };
    answer: {
      readonly data: readonly {
        readonly id: string;
        readonly domain_id: string;
        readonly reporter: string;
        readonly date_range: { readonly begin: string; readonly end: string };
        /** Messages in the report. */
        readonly total_count: number;
        /** Messages that passed DMARC. */
        readonly pass_count: number;
        /** Messages that failed DMARC. */
        readonly fail_count: number;
        /** Percent with one decimal; 0 without messages. */
        readonly pass_rate: number;
        readonly received_at: string;
        /** Why the report is trusted. dmarc: DMARC proves that the reporter sent the mail. dkim: A DKIM signature proves that the reporter sent the mail. spf: SPF proves that the reporter sent the mail. none: It came by mail, and its sender is not proven. Sums, alerts and report.failure leave it out by default; an organization can include it. upload: The holder of an API key uploaded it. import: The operator imported it. */
        readonly trust: "dmarc" | "dkim" | "spf" | "none" | "upload" | "import";
        /** Why the sender is not proven, a stable code such as bad-signature; null unless trust is none. */
        readonly trust_reason: string | null;
        /** The domain that is proven for the report's mail, and vouches for it: who the reporter is, whatever it calls itself. An organizational domain; null for uploads and imports, where nothing is proven, and for reports of releases before this one. */
        readonly reporter_domain: string | null;
        /** The UTC day since when you get reports that count from this domain; null without one, or if none ever counted. */
        readonly reporter_domain_since: string | null;
        /** The name of the domain; null when the domain is being deleted. */
        readonly domain: string | null;
        /** The policy (p) that the domain published, as the report states it, such as reject; null when the report states none, or while the store of records cannot be reached. */
        readonly policy: string | null;
      }[];
      readonly meta:
        | {
            /** Items on all pages. */ readonly total: number;
            /** The requested page. */
            readonly page: number;
            /** Items per page. */
            readonly per_page: number;
            /** 0 when there are no items. */
            readonly total_pages: number;
          }
        | {
            /** Maximum number of reports in a response. */ readonly per_page: number;
            /** Send it as `after` to continue, at once or later. */
            readonly next: string;
            /** Whether to continue at once. It may also be true for a response with few or 0 reports, if a filter excludes most. */
            readonly has_more: boolean;
          };
    };
  };
  /** Statistics of a period, by default the last 30 days. */
  readAggregate: {
    path: undefined;
    query: {
      /** Limits the answer to these domains, at most 100; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Which reports count. authentic: The default: without mail from senders that are not proven to be the reporter. all: All reports. An organization can make this its default. none: Only mail from senders that are not proven to be the reporter. */
      readonly trust?: "authentic" | "all" | "none";
      /** Only messages from this address, or from this range in CIDR notation. */
      readonly source_ip?: string;
      /** Only messages with exactly this domain in their From header. */
      readonly header_from?: string;
      /** Only messages with a DKIM signature of this selector, whatever its result; with dkim_domain the same signature must have both. */
      readonly selector?: string;
      /** Only messages whose SPF was checked for this domain, whatever the result. */
      readonly spf_domain?: string;
      /** Only messages with a DKIM signature by this domain, whatever its result. */
      readonly dkim_domain?: string;
      /** Only messages with this disposition. */
      readonly disposition?: "none" | "quarantine" | "reject" | "pass";
      /** Only messages from addresses of this owner; empty: addresses without a known owner. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly source_organization?: string;
      /** Only messages from addresses in this country, a two-letter code; empty: addresses without a known country. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly country?: string;
      /** Only mail of this service, as the sources show it; empty: of none that is known. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly service?: string;
      /** Only mail of sources of this class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
      /** Only mail of the sender with this name; empty: of senders without a name. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly sender?: string;
      /** Only mail of sources with this cause of their class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly cause?:
        | "passes"
        | "passes_by_spf_only"
        | "dkim_signed_by_service"
        | "spf_of_service_unaligned"
        | "onmicrosoft_only"
        | "default_google_signature"
        | "dkim_signature_broken"
        | "dkim_key_missing"
        | "dkim_refused_by_policy"
        | "subdomain_not_aligned_strict"
        | "spf_missing_include"
        | "spf_permerror"
        | "unsigned_and_spf_unaligned"
        | "override_ours"
        | "forwarded_dkim_survives"
        | "forwarded_dkim_broken"
        | "forwarded_envelope_rewritten"
        | "forwarded_unsigned"
        | "arc_passed"
        | "temporary_errors"
        | "results_left_out"
        | "reporter_contradicts_itself"
        | "dkim_never_passes"
        | "foreign_sender"
        | "not_enough_evidence"
        | "spoofed_no_identity"
        | "spoofed_foreign_identity"
        | "override_not_ours"
        | "not_judged_yet";
      /** Only messages that the reporter with exactly this name reported. */
      readonly reporter?: string;
      /** Only messages that passed DMARC, or only those that failed. */
      readonly result?: "pass" | "fail";
      /** Answers with the sums of each group instead of the list or the totals. A page has the largest of up to 10,000 groups with reports in the period. Without dates the period is the last 30 UTC days. A domain without mail is in no group. domain: Each domain. client_reference: The domains with the same client_reference. label: The domains with the same label. A domain with several labels is in the group of each. reporter: Each reporter. source_organization: The owner of the sending network, as ClickHouse last copied it, mostly minutes ago. country: The country of the sending network, as ClickHouse last copied it, mostly minutes ago. day: Each UTC day. header_from: Each domain of the From header. disposition: Each disposition. service: The service of each source. class: The class of each source. sender: The sender's name: service, owner of the network or domain of the reverse name. cause: The cause of each source's class. sender_cause: Each sender, class and cause. */
      readonly group_by?:
        | "domain"
        | "client_reference"
        | "label"
        | "reporter"
        | "source_organization"
        | "country"
        | "day"
        | "header_from"
        | "disposition"
        | "service"
        | "class"
        | "sender"
        | "cause"
        | "sender_cause";
      /** First UTC day of the period to compare with, with compare_end_date. Without both: as many days just before; of days from the first of a month, the same days of the month before. */
      readonly compare_start_date?: string;
      /** Last UTC day of the period to compare with. The two periods must not overlap. */
      readonly compare_end_date?: string;
      /** Page number, from 1 to 1,000,000; 1 if only per_page is given. Without both the list is whole. */
      readonly page?: number;
      /** Items per page; 20 if only page is given. Without both the list is whole. */
      readonly per_page?: number;
      /** Field to sort groups by; a leading minus sign sorts in descending order. Default: -emails. */
      readonly sort?:
        | "emails"
        | "-emails"
        | "failed"
        | "-failed"
        | "pass_rate"
        | "-pass_rate"
        | "emails_change"
        | "-emails_change"
        | "failed_change"
        | "-failed_change"
        | "pass_rate_change"
        | "-pass_rate_change"
        | "key"
        | "-key";
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: undefined;
    answer:
      | {
          readonly data: {
            readonly period: { readonly start: string; readonly end: string };
            readonly totals: {
              /** Messages of the period. */ readonly emails: number;
              /** Reports of the period. */
              readonly reports: number;
              /** Distinct source addresses. */
              readonly sources: number;
            };
            /** What receivers did with the messages of the period. group_by=disposition has more about each. */
            readonly dispositions: {
              /** Messages that receivers delivered as usual. */ readonly none: number;
              /** Messages that receivers treated as suspicious. */
              readonly quarantine: number;
              /** Messages that receivers refused. */
              readonly reject: number;
              /** Messages whose reports state pass, as RFC 9990 has it for mail that no policy was applied to. */
              readonly pass: number;
              /** Messages whose reports state another value, or none. */
              readonly other: number;
            };
            readonly authentication: {
              /** Same as dmarc_pass_rate. */ readonly pass_rate: number;
              /** Messages whose policy-evaluated (aligned) SPF result is pass. */
              readonly spf_pass_rate: number;
              /** Messages whose policy-evaluated (aligned) DKIM result is pass. */
              readonly dkim_pass_rate: number;
              /** Messages with an aligned pass of SPF or DKIM. */
              readonly dmarc_pass_rate: number;
            };
            /** Every day of the period, including days without mail. state separates those from days whose reports have not come yet. */
            readonly daily: readonly {
              readonly date: string;
              /** Messages of the day. */
              readonly emails: number;
              /** DMARC pass rate of the day. */
              readonly pass_rate: number;
              /** Messages of the day that passed DMARC. */
              readonly passed: number;
              /** Messages of the day that failed DMARC. */
              readonly failed: number;
              /** Whether reports of the day have come, from any sender that the answer covers. Filters of records do not change it. complete: Reports have come. Reports that are missing are late. partial: Reports have come, but the day is today or yesterday (UTC): more are expected. none: No report has come, although reports of later days have. There was no mail, or no receiver reported it. pending: No report has come yet. The day is today or yesterday, or your organization has no report of this day or a later one. */
              readonly state: "complete" | "partial" | "none" | "pending";
            }[];
          };
          readonly meta: {
            /** Reports of the same domains on days outside the period; they are not counted here. Use start_date and end_date to include them. */
            readonly reports_outside_period: number;
            /** The first UTC day with a report, inside the period or not; null: no reports. */
            readonly earliest_day: string | null;
            /** The last UTC day with a report, inside the period or not; null: no reports. */
            readonly latest_day: string | null;
            /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
            readonly verdicts?: {
              readonly state: "judging";
              /** Domains of the answer whose sources wait. */
              readonly pending: number;
            };
          };
        }
      | {
          readonly data: readonly {
            /** The value that the group's messages share, which the filter of the same name accepts; by domain, the domain's id. By sender_cause, the sender's name. null: without reference, label, name or service, or unknown for the address. Groups of labels may count a message several times. In other groups by domains and days, messages and reports add up to the whole. */
            readonly key: string | null;
            /** Only by domain: its name. */
            readonly domain?: string;
            /** Only by domain: its id. */
            readonly domain_id?: string;
            /** Only by domain or client_reference. */
            readonly client_reference?: string | null;
            /** Only by domain: its labels. */
            readonly labels?: readonly string[];
            /** Messages of the period. */
            readonly emails: number;
            /** Reports of the period; one that is in several groups counts in each. */
            readonly reports?: number;
            /** Source addresses. Distinct within the group: these numbers of several groups do not add up, for one may be in several groups. */
            readonly sources: number;
            /** Domains with such mail. Distinct within the group: these numbers of several groups do not add up, for one may be in several groups. */
            readonly domains: number;
            /** Messages that passed DMARC. */
            readonly passed: number;
            /** Messages that failed DMARC. */
            readonly failed: number;
            /** DMARC pass rate. */
            readonly pass_rate: number;
            /** Messages whose policy-evaluated (aligned) SPF result is pass. */
            readonly spf_pass_rate: number;
            /** Messages whose policy-evaluated (aligned) DKIM result is pass. */
            readonly dkim_pass_rate: number;
            /** The period compared with, as meta.previous_period says. For a day: the day with the same place in that period. */
            readonly previous: {
              readonly emails: number | null;
              readonly passed: number | null;
              readonly failed: number | null;
              readonly pass_rate: number | null;
            };
            /** Against the period compared with. */
            readonly change: {
              readonly emails: number | null;
              readonly failed: number | null;
              /** Percentage points; null when one of the two periods has no mail, or the data does not cover the one compared with. */
              readonly pass_rate: number | null;
            };
            /** Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none. */
            readonly sender?: string | null;
            /** Where the sender's name comes from. service: A known service. owner: The owner of the network. hostname: The domain of the reverse name. none: Neither is known. */
            readonly sender_kind?: "service" | "owner" | "hostname" | "none";
            /** Only by sender_cause: the class. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
            /** Only by sender_cause: why, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
            readonly cause?: string;
            /** Only by sender_cause: the cause in words, without evidence. */
            readonly cause_description?: string;
            /** Only by sender_cause: the cause with its evidence, of the largest source. */
            readonly explanation?: string;
            /** Only by sender_cause: what to do, of the largest source; null: nothing. */
            readonly next_step?: string | null;
          }[];
          readonly meta: {
            /** Groups on all pages. */ readonly total: number;
            /** The requested page. */
            readonly page: number;
            /** Items per page. */
            readonly per_page: number;
            /** 0 when there are no items. */
            readonly total_pages: number;
            /** As requested. */
            readonly group_by:
              | "domain"
              | "client_reference"
              | "label"
              | "reporter"
              | "source_organization"
              | "country"
              | "day"
              | "header_from"
              | "disposition"
              | "service"
              | "class"
              | "sender"
              | "cause"
              | "sender_cause";
            /** The UTC days that the groups cover, inclusive. */
            readonly period: { readonly start: string; readonly end: string };
            /** The UTC days that they are compared with. */
            readonly previous_period: { readonly start: string; readonly end: string };
            readonly not_comparable: "no_earlier_data" | null;
            /** Groups beyond the largest 10,000, which no page has. */
            readonly groups_omitted: number;
            /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
            readonly verdicts?: {
              readonly state: "judging";
              /** Domains of the answer whose sources wait. */
              readonly pending: number;
            };
          };
        };
  };
  /** Statistics of a period, by default the last 30 days. */
  queryAggregate: {
    path: undefined;
    query: {
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: {
      /** Limits the answer to these domains, at most 10,000; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Which reports count. authentic: The default: without mail from senders that are not proven to be the reporter. all: All reports. An organization can make this its default. none: Only mail from senders that are not proven to be the reporter. */
      readonly trust?: "authentic" | "all" | "none";
      /** Only messages from this address, or from this range in CIDR notation. */
      readonly source_ip?: string;
      /** Only messages with exactly this domain in their From header. */
      readonly header_from?: string;
      /** Only messages with a DKIM signature of this selector, whatever its result; with dkim_domain the same signature must have both. */
      readonly selector?: string;
      /** Only messages whose SPF was checked for this domain, whatever the result. */
      readonly spf_domain?: string;
      /** Only messages with a DKIM signature by this domain, whatever its result. */
      readonly dkim_domain?: string;
      /** Only messages with this disposition. */
      readonly disposition?: "none" | "quarantine" | "reject" | "pass";
      /** Only messages from addresses of this owner; empty: addresses without a known owner. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly source_organization?: string;
      /** Only messages from addresses in this country, a two-letter code; empty: addresses without a known country. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly country?: string;
      /** Only mail of this service, as the sources show it; empty: of none that is known. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly service?: string;
      /** Only mail of sources of this class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
      /** Only mail of the sender with this name; empty: of senders without a name. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly sender?: string;
      /** Only mail of sources with this cause of their class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly cause?:
        | "passes"
        | "passes_by_spf_only"
        | "dkim_signed_by_service"
        | "spf_of_service_unaligned"
        | "onmicrosoft_only"
        | "default_google_signature"
        | "dkim_signature_broken"
        | "dkim_key_missing"
        | "dkim_refused_by_policy"
        | "subdomain_not_aligned_strict"
        | "spf_missing_include"
        | "spf_permerror"
        | "unsigned_and_spf_unaligned"
        | "override_ours"
        | "forwarded_dkim_survives"
        | "forwarded_dkim_broken"
        | "forwarded_envelope_rewritten"
        | "forwarded_unsigned"
        | "arc_passed"
        | "temporary_errors"
        | "results_left_out"
        | "reporter_contradicts_itself"
        | "dkim_never_passes"
        | "foreign_sender"
        | "not_enough_evidence"
        | "spoofed_no_identity"
        | "spoofed_foreign_identity"
        | "override_not_ours"
        | "not_judged_yet";
      /** Only messages that the reporter with exactly this name reported. */
      readonly reporter?: string;
      /** Only messages that passed DMARC, or only those that failed. */
      readonly result?: "pass" | "fail";
      /** Answers with the sums of each group instead of the list or the totals. A page has the largest of up to 10,000 groups with reports in the period. Without dates the period is the last 30 UTC days. A domain without mail is in no group. domain: Each domain. client_reference: The domains with the same client_reference. label: The domains with the same label. A domain with several labels is in the group of each. reporter: Each reporter. source_organization: The owner of the sending network, as ClickHouse last copied it, mostly minutes ago. country: The country of the sending network, as ClickHouse last copied it, mostly minutes ago. day: Each UTC day. header_from: Each domain of the From header. disposition: Each disposition. service: The service of each source. class: The class of each source. sender: The sender's name: service, owner of the network or domain of the reverse name. cause: The cause of each source's class. sender_cause: Each sender, class and cause. */
      readonly group_by?:
        | "domain"
        | "client_reference"
        | "label"
        | "reporter"
        | "source_organization"
        | "country"
        | "day"
        | "header_from"
        | "disposition"
        | "service"
        | "class"
        | "sender"
        | "cause"
        | "sender_cause";
      /** First UTC day of the period to compare with, with compare_end_date. Without both: as many days just before; of days from the first of a month, the same days of the month before. */
      readonly compare_start_date?: string;
      /** Last UTC day of the period to compare with. The two periods must not overlap. */
      readonly compare_end_date?: string;
      /** Page number, from 1 to 1,000,000; 1 if only per_page is given. Without both the list is whole. */
      readonly page?: number;
      /** Items per page; 20 if only page is given. Without both the list is whole. */
      readonly per_page?: number;
      /** Field to sort groups by; a leading minus sign sorts in descending order. Default: -emails. */
      readonly sort?:
        | "emails"
        | "-emails"
        | "failed"
        | "-failed"
        | "pass_rate"
        | "-pass_rate"
        | "emails_change"
        | "-emails_change"
        | "failed_change"
        | "-failed_change"
        | "pass_rate_change"
        | "-pass_rate_change"
        | "key"
        | "-key";
    };
    answer:
      | {
          readonly data: {
            readonly period: { readonly start: string; readonly end: string };
            readonly totals: {
              /** Messages of the period. */ readonly emails: number;
              /** Reports of the period. */
              readonly reports: number;
              /** Distinct source addresses. */
              readonly sources: number;
            };
            /** What receivers did with the messages of the period. group_by=disposition has more about each. */
            readonly dispositions: {
              /** Messages that receivers delivered as usual. */ readonly none: number;
              /** Messages that receivers treated as suspicious. */
              readonly quarantine: number;
              /** Messages that receivers refused. */
              readonly reject: number;
              /** Messages whose reports state pass, as RFC 9990 has it for mail that no policy was applied to. */
              readonly pass: number;
              /** Messages whose reports state another value, or none. */
              readonly other: number;
            };
            readonly authentication: {
              /** Same as dmarc_pass_rate. */ readonly pass_rate: number;
              /** Messages whose policy-evaluated (aligned) SPF result is pass. */
              readonly spf_pass_rate: number;
              /** Messages whose policy-evaluated (aligned) DKIM result is pass. */
              readonly dkim_pass_rate: number;
              /** Messages with an aligned pass of SPF or DKIM. */
              readonly dmarc_pass_rate: number;
            };
            /** Every day of the period, including days without mail. state separates those from days whose reports have not come yet. */
            readonly daily: readonly {
              readonly date: string;
              /** Messages of the day. */
              readonly emails: number;
              /** DMARC pass rate of the day. */
              readonly pass_rate: number;
              /** Messages of the day that passed DMARC. */
              readonly passed: number;
              /** Messages of the day that failed DMARC. */
              readonly failed: number;
              /** Whether reports of the day have come, from any sender that the answer covers. Filters of records do not change it. complete: Reports have come. Reports that are missing are late. partial: Reports have come, but the day is today or yesterday (UTC): more are expected. none: No report has come, although reports of later days have. There was no mail, or no receiver reported it. pending: No report has come yet. The day is today or yesterday, or your organization has no report of this day or a later one. */
              readonly state: "complete" | "partial" | "none" | "pending";
            }[];
          };
          readonly meta: {
            /** Reports of the same domains on days outside the period; they are not counted here. Use start_date and end_date to include them. */
            readonly reports_outside_period: number;
            /** The first UTC day with a report, inside the period or not; null: no reports. */
            readonly earliest_day: string | null;
            /** The last UTC day with a report, inside the period or not; null: no reports. */
            readonly latest_day: string | null;
            /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
            readonly verdicts?: {
              readonly state: "judging";
              /** Domains of the answer whose sources wait. */
              readonly pending: number;
            };
          };
        }
      | {
          readonly data: readonly {
            /** The value that the group's messages share, which the filter of the same name accepts; by domain, the domain's id. By sender_cause, the sender's name. null: without reference, label, name or service, or unknown for the address. Groups of labels may count a message several times. In other groups by domains and days, messages and reports add up to the whole. */
            readonly key: string | null;
            /** Only by domain: its name. */
            readonly domain?: string;
            /** Only by domain: its id. */
            readonly domain_id?: string;
            /** Only by domain or client_reference. */
            readonly client_reference?: string | null;
            /** Only by domain: its labels. */
            readonly labels?: readonly string[];
            /** Messages of the period. */
            readonly emails: number;
            /** Reports of the period; one that is in several groups counts in each. */
            readonly reports?: number;
            /** Source addresses. Distinct within the group: these numbers of several groups do not add up, for one may be in several groups. */
            readonly sources: number;
            /** Domains with such mail. Distinct within the group: these numbers of several groups do not add up, for one may be in several groups. */
            readonly domains: number;
            /** Messages that passed DMARC. */
            readonly passed: number;
            /** Messages that failed DMARC. */
            readonly failed: number;
            /** DMARC pass rate. */
            readonly pass_rate: number;
            /** Messages whose policy-evaluated (aligned) SPF result is pass. */
            readonly spf_pass_rate: number;
            /** Messages whose policy-evaluated (aligned) DKIM result is pass. */
            readonly dkim_pass_rate: number;
            /** The period compared with, as meta.previous_period says. For a day: the day with the same place in that period. */
            readonly previous: {
              readonly emails: number | null;
              readonly passed: number | null;
              readonly failed: number | null;
              readonly pass_rate: number | null;
            };
            /** Against the period compared with. */
            readonly change: {
              readonly emails: number | null;
              readonly failed: number | null;
              /** Percentage points; null when one of the two periods has no mail, or the data does not cover the one compared with. */
              readonly pass_rate: number | null;
            };
            /** Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none. */
            readonly sender?: string | null;
            /** Where the sender's name comes from. service: A known service. owner: The owner of the network. hostname: The domain of the reverse name. none: Neither is known. */
            readonly sender_kind?: "service" | "owner" | "hostname" | "none";
            /** Only by sender_cause: the class. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
            /** Only by sender_cause: why, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
            readonly cause?: string;
            /** Only by sender_cause: the cause in words, without evidence. */
            readonly cause_description?: string;
            /** Only by sender_cause: the cause with its evidence, of the largest source. */
            readonly explanation?: string;
            /** Only by sender_cause: what to do, of the largest source; null: nothing. */
            readonly next_step?: string | null;
          }[];
          readonly meta: {
            /** Groups on all pages. */ readonly total: number;
            /** The requested page. */
            readonly page: number;
            /** Items per page. */
            readonly per_page: number;
            /** 0 when there are no items. */
            readonly total_pages: number;
            /** As requested. */
            readonly group_by:
              | "domain"
              | "client_reference"
              | "label"
              | "reporter"
              | "source_organization"
              | "country"
              | "day"
              | "header_from"
              | "disposition"
              | "service"
              | "class"
              | "sender"
              | "cause"
              | "sender_cause";
            /** The UTC days that the groups cover, inclusive. */
            readonly period: { readonly start: string; readonly end: string };
            /** The UTC days that they are compared with. */
            readonly previous_period: { readonly start: string; readonly end: string };
            readonly not_comparable: "no_earlier_data" | null;
            /** Groups beyond the largest 10,000, which no page has. */
            readonly groups_omitted: number;
            /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
            readonly verdicts?: {
              readonly state: "judging";
              /** Domains of the answer whose sources wait. */
              readonly pending: number;
            };
          };
        };
  };
  /** Show how complete the newest seven days of a period are, and which reporters are missing. */
  readCompleteness: {
    path: undefined;
    query: {
      /** Limits the answer to these domains, at most 100; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Which reports count. authentic: The default: without mail from senders that are not proven to be the reporter. all: All reports. An organization can make this its default. none: Only mail from senders that are not proven to be the reporter. */
      readonly trust?: "authentic" | "all" | "none";
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly date: string;
        /** Messages of the day that have come in. */
        readonly messages: number;
        /** Messages that expected reporters usually have of such a weekday. null: there are no reports of an earlier such weekday. */
        readonly usual_messages: number | null;
        /** Reporters with a report of the day, each counted once. */
        readonly reporters: number;
        /** Reporters that are expected. null: there are no reports of an earlier such weekday. */
        readonly expected_reporters: number | null;
        /** Those of them that have reported the day. null: there are no reports of an earlier such weekday. */
        readonly expected_reported: number | null;
        /** Share of the usual messages, in percent, whose reporters have reported the day: near 100, what is seen is about all there is. null: nothing is expected. */
        readonly complete_share: number | null;
        /** Expected reporters whose report has not come, the largest first: at most 10. */
        readonly missing: readonly {
          readonly reporter: string;
          /** Of the usual messages, in percent. */
          readonly share: number;
        }[];
      }[];
    };
  };
  /** Show how complete the newest seven days of a period are, and which reporters are missing. */
  queryCompleteness: {
    path: undefined;
    query: {
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: {
      /** Limits the answer to these domains, at most 10,000; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Which reports count. authentic: The default: without mail from senders that are not proven to be the reporter. all: All reports. An organization can make this its default. none: Only mail from senders that are not proven to be the reporter. */
      readonly trust?: "authentic" | "all" | "none";
    };
    answer: {
      readonly data: readonly {
        readonly date: string;
        /** Messages of the day that have come in. */
        readonly messages: number;
        /** Messages that expected reporters usually have of such a weekday. null: there are no reports of an earlier such weekday. */
        readonly usual_messages: number | null;
        /** Reporters with a report of the day, each counted once. */
        readonly reporters: number;
        /** Reporters that are expected. null: there are no reports of an earlier such weekday. */
        readonly expected_reporters: number | null;
        /** Those of them that have reported the day. null: there are no reports of an earlier such weekday. */
        readonly expected_reported: number | null;
        /** Share of the usual messages, in percent, whose reporters have reported the day: near 100, what is seen is about all there is. null: nothing is expected. */
        readonly complete_share: number | null;
        /** Expected reporters whose report has not come, the largest first: at most 10. */
        readonly missing: readonly {
          readonly reporter: string;
          /** Of the usual messages, in percent. */
          readonly share: number;
        }[];
      }[];
    };
  };
  /** Sending sources of a period. */
  listSources: {
    path: undefined;
    query: {
      /** Limits the answer to these domains, at most 100; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Which reports count. authentic: The default: without mail from senders that are not proven to be the reporter. all: All reports. An organization can make this its default. none: Only mail from senders that are not proven to be the reporter. */
      readonly trust?: "authentic" | "all" | "none";
      /** Only messages from this address, or from this range in CIDR notation. */
      readonly source_ip?: string;
      /** Only messages with exactly this domain in their From header. */
      readonly header_from?: string;
      /** Only messages with a DKIM signature of this selector, whatever its result; with dkim_domain the same signature must have both. */
      readonly selector?: string;
      /** Only messages whose SPF was checked for this domain, whatever the result. */
      readonly spf_domain?: string;
      /** Only messages with a DKIM signature by this domain, whatever its result. */
      readonly dkim_domain?: string;
      /** Only messages with this disposition. */
      readonly disposition?: "none" | "quarantine" | "reject" | "pass";
      /** Only messages from addresses of this owner; empty: addresses without a known owner. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly source_organization?: string;
      /** Only messages from addresses in this country, a two-letter code; empty: addresses without a known country. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly country?: string;
      /** Only mail of this service, as the sources show it; empty: of none that is known. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly service?: string;
      /** Only mail of sources of this class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
      /** Only mail of the sender with this name; empty: of senders without a name. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly sender?: string;
      /** Only mail of sources with this cause of their class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly cause?:
        | "passes"
        | "passes_by_spf_only"
        | "dkim_signed_by_service"
        | "spf_of_service_unaligned"
        | "onmicrosoft_only"
        | "default_google_signature"
        | "dkim_signature_broken"
        | "dkim_key_missing"
        | "dkim_refused_by_policy"
        | "subdomain_not_aligned_strict"
        | "spf_missing_include"
        | "spf_permerror"
        | "unsigned_and_spf_unaligned"
        | "override_ours"
        | "forwarded_dkim_survives"
        | "forwarded_dkim_broken"
        | "forwarded_envelope_rewritten"
        | "forwarded_unsigned"
        | "arc_passed"
        | "temporary_errors"
        | "results_left_out"
        | "reporter_contradicts_itself"
        | "dkim_never_passes"
        | "foreign_sender"
        | "not_enough_evidence"
        | "spoofed_no_identity"
        | "spoofed_foreign_identity"
        | "override_not_ours"
        | "not_judged_yet";
      /** Only messages that the reporter with exactly this name reported. */
      readonly reporter?: string;
      /** Only messages that passed DMARC, or only those that failed. */
      readonly result?: "pass" | "fail";
      /** Page number, from 1 to 1,000,000; 1 if only per_page is given. Without both the list is whole. */
      readonly page?: number;
      /** Items per page; 20 if only page is given. Without both the list is whole. */
      readonly per_page?: number;
      /** Answers with the sums of each group instead of the list or the totals. A page has the largest of up to 10,000 groups with reports in the period. Without dates the period is the last 30 UTC days. A domain without mail is in no group. domain: Each domain. client_reference: The domains with the same client_reference. label: The domains with the same label. A domain with several labels is in the group of each. reporter: Each reporter. source_organization: The owner of the sending network, as ClickHouse last copied it, mostly minutes ago. country: The country of the sending network, as ClickHouse last copied it, mostly minutes ago. day: Each UTC day. header_from: Each domain of the From header. disposition: Each disposition. service: The service of each source. class: The class of each source. sender: The sender's name: service, owner of the network or domain of the reverse name. cause: The cause of each source's class. sender_cause: Each sender, class and cause. */
      readonly group_by?:
        | "domain"
        | "client_reference"
        | "label"
        | "reporter"
        | "source_organization"
        | "country"
        | "day"
        | "header_from"
        | "disposition"
        | "service"
        | "class"
        | "sender"
        | "cause"
        | "sender_cause";
      /** First UTC day of the period to compare with, with compare_end_date. Without both: as many days just before; of days from the first of a month, the same days of the month before. */
      readonly compare_start_date?: string;
      /** Last UTC day of the period to compare with. The two periods must not overlap. */
      readonly compare_end_date?: string;
      /** true: each source has class, also, cause, explanation, next_step and evidence. Not with group_by. The answer then takes about twice as long. */
      readonly verdicts?: boolean;
      /** Field to sort by; a leading minus sign sorts in descending order. */
      readonly sort?:
        | "total_count"
        | "-total_count"
        | "pass_count"
        | "-pass_count"
        | "pass_rate"
        | "-pass_rate"
        | "source_ip"
        | "-source_ip"
        | "first_seen"
        | "-first_seen"
        | "last_seen"
        | "-last_seen"
        | "emails"
        | "-emails"
        | "failed"
        | "-failed"
        | "emails_change"
        | "-emails_change"
        | "failed_change"
        | "-failed_change"
        | "pass_rate_change"
        | "-pass_rate_change"
        | "key"
        | "-key";
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: undefined;
    answer:
      | {
          readonly data: readonly {
            readonly source_ip: string;
            /** Reverse name of the address, only if the name leads back to the address. It is looked up in the background, within minutes of the first report that names the address; null when unknown. */
            readonly hostname: string | null;
            /** Owner of the address; null when unknown. */
            readonly organization: string | null;
            /** Two-letter country code; null when unknown. */
            readonly country: string | null;
            /** Messages from this source. */
            readonly total_count: number;
            /** Messages from this source that passed DMARC. */
            readonly pass_count: number;
            readonly pass_rate: number;
            /** The raw SPF result that most of its messages had. */
            readonly spf_result: string;
            /** The raw DKIM result that most of its messages had. */
            readonly dkim_result: string;
            /** Start of the earliest report period with this source. Covers all stored days, and all mail of the source for the domains of the answer. A source with first_seen in the period is new. */
            readonly first_seen: string;
            /** End of the latest report period with this source. Covers all stored days, and all mail of the source for the domains of the answer. A source with first_seen in the period is new. */
            readonly last_seen: string;
            /** Number of the autonomous system that announces the address; null when unknown. */
            readonly asn: number | null;
            /** The same as hostname, in one form on every route: null when unknown. */
            readonly reverse_name: string | null;
            /** Of these messages, those with an aligned pass of SPF (policy-evaluated). A raw pass may be for another domain, and then does not count for DMARC. */
            readonly spf_aligned: number;
            /** Of these messages, those with an aligned pass of DKIM (policy-evaluated). */
            readonly dkim_aligned: number;
            /** The domains for which SPF passed, aligned or not. Those with the most messages first, at most 5. */
            readonly spf_domains: readonly string[];
            /** The signing domains whose DKIM signatures passed, aligned or not. Those with the most messages first, at most 5. */
            readonly dkim_domains: readonly string[];
            /** Your domains that these messages were about. Those with the most messages first, at most 5. */
            readonly domains: readonly {
              readonly id: string;
              readonly name: string | null;
              readonly total_count: number;
            }[];
            /** Your domains that these messages were about, all of them. */
            readonly domain_count: number;
            /** The service that the source belongs to, derived from what is proven about it; null: not a known service. */
            readonly service: string | null;
            /** What the service does; null without a service. mailbox_provider: Mailboxes for people, under the provider's or the customer's domains. isp: Access to the internet, with the mailboxes and connections of its customers. hosting: Web hosting and servers, from which customers' sites, panels and mail servers send. security_gateway: Filters and relays the mail of an organization that has its mailboxes elsewhere. forwarding: Forwards other people's mail: aliases, redirections and mailing lists. email_delivery: Sends mail for applications, by API or SMTP; other services also send through it. marketing: Newsletters and campaigns. crm: Customer, member and donor relations, and business suites. support: Help desks and service desks. ecommerce: Shops, marketplaces, payments, reviews and bookings. hr_finance: Hiring, payroll, invoices and accounting. events_surveys: Events, webinars, appointments, forms and surveys. collaboration: Files, meetings, projects, signatures and learning. developer: Code, operations and sign-in. social: Social networks. own: The organization's own servers; only overrides use this category. */
            readonly service_category: string | null;
            /** Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none. */
            readonly sender: string | null;
            /** Where the sender's name comes from. service: A known service. owner: The owner of the network. hostname: The domain of the reverse name. none: Neither is known. */
            readonly sender_kind: "service" | "owner" | "hostname" | "none";
            /** The class of the source's most failing messages, or of most messages if none fails. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
            /** Other classes with at least 5 % of the source's messages, most messages first. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly also?: readonly ("compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed")[];
            /** Why the source has its class, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
            readonly cause?: string;
            /** The cause as a sentence with its evidence. Reports supply the names in it. */
            readonly explanation?: string;
            /** What to do; null: nothing. */
            readonly next_step?: string | null;
            /** What the cause was derived from. Each list has up to five entries, most messages first. */
            readonly evidence?: {
              /** The rule that decided, by its name in the documentation of the rules. */ readonly rule: string;
              /** Messages that the rule decided. */
              readonly messages: number;
              /** Domains of the From header. */
              readonly header_from: readonly string[];
              /** DKIM signatures and what receivers found. */
              readonly dkim: readonly {
                readonly domain: string;
                readonly result: string;
                /** Messages with this result. */
                readonly messages: number;
                /** Null: the report does not name it. */
                readonly selector: string | null;
              }[];
              /** Domains that SPF was checked for. */
              readonly spf: readonly {
                readonly domain: string;
                readonly result: string;
                /** Messages with this result. */
                readonly messages: number;
              }[];
              /** Types of the reasons why receivers did not apply the policy; arc: one of type local_policy that says that ARC passed. */
              readonly reasons: readonly string[];
            };
          }[];
          readonly meta: {
            /** All items, also those that the response does not have. */ readonly total: number;
            /** The requested page. */
            readonly page?: number;
            /** Items per page. */
            readonly per_page?: number;
            /** 0 when there are no items. */
            readonly total_pages?: number;
            /** The UTC days that the response covers, inclusive; without dates the last 30, or for one domain those of its reports. */
            readonly period: { readonly start: string; readonly end: string };
            /** Reports of the same domains on days outside the period; they are not counted here. Use start_date and end_date to include them. */
            readonly reports_outside_period: number;
            /** The first UTC day with a report, inside the period or not; null: no reports. */
            readonly earliest_day: string | null;
            /** The last UTC day with a report, inside the period or not; null: no reports. */
            readonly latest_day: string | null;
            /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
            readonly verdicts?: {
              readonly state: "judging";
              /** Domains of the answer whose sources wait. */
              readonly pending: number;
            };
          };
        }
      | {
          readonly data: readonly {
            /** The value that the group's messages share, which the filter of the same name accepts; by domain, the domain's id. By sender_cause, the sender's name. null: without reference, label, name or service, or unknown for the address. Groups of labels may count a message several times. In other groups by domains and days, messages and reports add up to the whole. */
            readonly key: string | null;
            /** Only by domain: its name. */
            readonly domain?: string;
            /** Only by domain: its id. */
            readonly domain_id?: string;
            /** Only by domain or client_reference. */
            readonly client_reference?: string | null;
            /** Only by domain: its labels. */
            readonly labels?: readonly string[];
            /** Messages of the period. */
            readonly emails: number;
            /** Reports of the period; one that is in several groups counts in each. */
            readonly reports?: number;
            /** Source addresses. Distinct within the group: these numbers of several groups do not add up, for one may be in several groups. */
            readonly sources: number;
            /** Domains with such mail. Distinct within the group: these numbers of several groups do not add up, for one may be in several groups. */
            readonly domains: number;
            /** Messages that passed DMARC. */
            readonly passed: number;
            /** Messages that failed DMARC. */
            readonly failed: number;
            /** DMARC pass rate. */
            readonly pass_rate: number;
            /** Messages whose policy-evaluated (aligned) SPF result is pass. */
            readonly spf_pass_rate: number;
            /** Messages whose policy-evaluated (aligned) DKIM result is pass. */
            readonly dkim_pass_rate: number;
            /** The period compared with, as meta.previous_period says. For a day: the day with the same place in that period. */
            readonly previous: {
              readonly emails: number | null;
              readonly passed: number | null;
              readonly failed: number | null;
              readonly pass_rate: number | null;
            };
            /** Against the period compared with. */
            readonly change: {
              readonly emails: number | null;
              readonly failed: number | null;
              /** Percentage points; null when one of the two periods has no mail, or the data does not cover the one compared with. */
              readonly pass_rate: number | null;
            };
            /** Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none. */
            readonly sender?: string | null;
            /** Where the sender's name comes from. service: A known service. owner: The owner of the network. hostname: The domain of the reverse name. none: Neither is known. */
            readonly sender_kind?: "service" | "owner" | "hostname" | "none";
            /** Only by sender_cause: the class. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
            /** Only by sender_cause: why, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
            readonly cause?: string;
            /** Only by sender_cause: the cause in words, without evidence. */
            readonly cause_description?: string;
            /** Only by sender_cause: the cause with its evidence, of the largest source. */
            readonly explanation?: string;
            /** Only by sender_cause: what to do, of the largest source; null: nothing. */
            readonly next_step?: string | null;
          }[];
          readonly meta: {
            /** Groups on all pages. */ readonly total: number;
            /** The requested page. */
            readonly page: number;
            /** Items per page. */
            readonly per_page: number;
            /** 0 when there are no items. */
            readonly total_pages: number;
            /** As requested. */
            readonly group_by:
              | "domain"
              | "client_reference"
              | "label"
              | "reporter"
              | "source_organization"
              | "country"
              | "day"
              | "header_from"
              | "disposition"
              | "service"
              | "class"
              | "sender"
              | "cause"
              | "sender_cause";
            /** The UTC days that the groups cover, inclusive. */
            readonly period: { readonly start: string; readonly end: string };
            /** The UTC days that they are compared with. */
            readonly previous_period: { readonly start: string; readonly end: string };
            readonly not_comparable: "no_earlier_data" | null;
            /** Groups beyond the largest 10,000, which no page has. */
            readonly groups_omitted: number;
            /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
            readonly verdicts?: {
              readonly state: "judging";
              /** Domains of the answer whose sources wait. */
              readonly pending: number;
            };
          };
        };
  };
  /** Sending sources of a period. */
  querySources: {
    path: undefined;
    query: {
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: {
      /** Limits the answer to these domains, at most 10,000; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Which reports count. authentic: The default: without mail from senders that are not proven to be the reporter. all: All reports. An organization can make this its default. none: Only mail from senders that are not proven to be the reporter. */
      readonly trust?: "authentic" | "all" | "none";
      /** Only messages from this address, or from this range in CIDR notation. */
      readonly source_ip?: string;
      /** Only messages with exactly this domain in their From header. */
      readonly header_from?: string;
      /** Only messages with a DKIM signature of this selector, whatever its result; with dkim_domain the same signature must have both. */
      readonly selector?: string;
      /** Only messages whose SPF was checked for this domain, whatever the result. */
      readonly spf_domain?: string;
      /** Only messages with a DKIM signature by this domain, whatever its result. */
      readonly dkim_domain?: string;
      /** Only messages with this disposition. */
      readonly disposition?: "none" | "quarantine" | "reject" | "pass";
      /** Only messages from addresses of this owner; empty: addresses without a known owner. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly source_organization?: string;
      /** Only messages from addresses in this country, a two-letter code; empty: addresses without a known country. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly country?: string;
      /** Only mail of this service, as the sources show it; empty: of none that is known. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly service?: string;
      /** Only mail of sources of this class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
      /** Only mail of the sender with this name; empty: of senders without a name. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly sender?: string;
      /** Only mail of sources with this cause of their class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly cause?:
        | "passes"
        | "passes_by_spf_only"
        | "dkim_signed_by_service"
        | "spf_of_service_unaligned"
        | "onmicrosoft_only"
        | "default_google_signature"
        | "dkim_signature_broken"
        | "dkim_key_missing"
        | "dkim_refused_by_policy"
        | "subdomain_not_aligned_strict"
        | "spf_missing_include"
        | "spf_permerror"
        | "unsigned_and_spf_unaligned"
        | "override_ours"
        | "forwarded_dkim_survives"
        | "forwarded_dkim_broken"
        | "forwarded_envelope_rewritten"
        | "forwarded_unsigned"
        | "arc_passed"
        | "temporary_errors"
        | "results_left_out"
        | "reporter_contradicts_itself"
        | "dkim_never_passes"
        | "foreign_sender"
        | "not_enough_evidence"
        | "spoofed_no_identity"
        | "spoofed_foreign_identity"
        | "override_not_ours"
        | "not_judged_yet";
      /** Only messages that the reporter with exactly this name reported. */
      readonly reporter?: string;
      /** Only messages that passed DMARC, or only those that failed. */
      readonly result?: "pass" | "fail";
      /** Page number, from 1 to 1,000,000; 1 if only per_page is given. Without both the list is whole. */
      readonly page?: number;
      /** Items per page; 20 if only page is given. Without both the list is whole. */
      readonly per_page?: number;
      /** Answers with the sums of each group instead of the list or the totals. A page has the largest of up to 10,000 groups with reports in the period. Without dates the period is the last 30 UTC days. A domain without mail is in no group. domain: Each domain. client_reference: The domains with the same client_reference. label: The domains with the same label. A domain with several labels is in the group of each. reporter: Each reporter. source_organization: The owner of the sending network, as ClickHouse last copied it, mostly minutes ago. country: The country of the sending network, as ClickHouse last copied it, mostly minutes ago. day: Each UTC day. header_from: Each domain of the From header. disposition: Each disposition. service: The service of each source. class: The class of each source. sender: The sender's name: service, owner of the network or domain of the reverse name. cause: The cause of each source's class. sender_cause: Each sender, class and cause. */
      readonly group_by?:
        | "domain"
        | "client_reference"
        | "label"
        | "reporter"
        | "source_organization"
        | "country"
        | "day"
        | "header_from"
        | "disposition"
        | "service"
        | "class"
        | "sender"
        | "cause"
        | "sender_cause";
      /** First UTC day of the period to compare with, with compare_end_date. Without both: as many days just before; of days from the first of a month, the same days of the month before. */
      readonly compare_start_date?: string;
      /** Last UTC day of the period to compare with. The two periods must not overlap. */
      readonly compare_end_date?: string;
      /** true: each source has class, also, cause, explanation, next_step and evidence. Not with group_by. The answer then takes about twice as long. */
      readonly verdicts?: boolean;
      /** Field to sort by; a leading minus sign sorts in descending order. */
      readonly sort?:
        | "total_count"
        | "-total_count"
        | "pass_count"
        | "-pass_count"
        | "pass_rate"
        | "-pass_rate"
        | "source_ip"
        | "-source_ip"
        | "first_seen"
        | "-first_seen"
        | "last_seen"
        | "-last_seen"
        | "emails"
        | "-emails"
        | "failed"
        | "-failed"
        | "emails_change"
        | "-emails_change"
        | "failed_change"
        | "-failed_change"
        | "pass_rate_change"
        | "-pass_rate_change"
        | "key"
        | "-key";
    };
    answer:
      | {
          readonly data: readonly {
            readonly source_ip: string;
            /** Reverse name of the address, only if the name leads back to the address. It is looked up in the background, within minutes of the first report that names the address; null when unknown. */
            readonly hostname: string | null;
            /** Owner of the address; null when unknown. */
            readonly organization: string | null;
            /** Two-letter country code; null when unknown. */
            readonly country: string | null;
            /** Messages from this source. */
            readonly total_count: number;
            /** Messages from this source that passed DMARC. */
            readonly pass_count: number;
            readonly pass_rate: number;
            /** The raw SPF result that most of its messages had. */
            readonly spf_result: string;
            /** The raw DKIM result that most of its messages had. */
            readonly dkim_result: string;
            /** Start of the earliest report period with this source. Covers all stored days, and all mail of the source for the domains of the answer. A source with first_seen in the period is new. */
            readonly first_seen: string;
            /** End of the latest report period with this source. Covers all stored days, and all mail of the source for the domains of the answer. A source with first_seen in the period is new. */
            readonly last_seen: string;
            /** Number of the autonomous system that announces the address; null when unknown. */
            readonly asn: number | null;
            /** The same as hostname, in one form on every route: null when unknown. */
            readonly reverse_name: string | null;
            /** Of these messages, those with an aligned pass of SPF (policy-evaluated). A raw pass may be for another domain, and then does not count for DMARC. */
            readonly spf_aligned: number;
            /** Of these messages, those with an aligned pass of DKIM (policy-evaluated). */
            readonly dkim_aligned: number;
            /** The domains for which SPF passed, aligned or not. Those with the most messages first, at most 5. */
            readonly spf_domains: readonly string[];
            /** The signing domains whose DKIM signatures passed, aligned or not. Those with the most messages first, at most 5. */
            readonly dkim_domains: readonly string[];
            /** Your domains that these messages were about. Those with the most messages first, at most 5. */
            readonly domains: readonly {
              readonly id: string;
              readonly name: string | null;
              readonly total_count: number;
            }[];
            /** Your domains that these messages were about, all of them. */
            readonly domain_count: number;
            /** The service that the source belongs to, derived from what is proven about it; null: not a known service. */
            readonly service: string | null;
            /** What the service does; null without a service. mailbox_provider: Mailboxes for people, under the provider's or the customer's domains. isp: Access to the internet, with the mailboxes and connections of its customers. hosting: Web hosting and servers, from which customers' sites, panels and mail servers send. security_gateway: Filters and relays the mail of an organization that has its mailboxes elsewhere. forwarding: Forwards other people's mail: aliases, redirections and mailing lists. email_delivery: Sends mail for applications, by API or SMTP; other services also send through it. marketing: Newsletters and campaigns. crm: Customer, member and donor relations, and business suites. support: Help desks and service desks. ecommerce: Shops, marketplaces, payments, reviews and bookings. hr_finance: Hiring, payroll, invoices and accounting. events_surveys: Events, webinars, appointments, forms and surveys. collaboration: Files, meetings, projects, signatures and learning. developer: Code, operations and sign-in. social: Social networks. own: The organization's own servers; only overrides use this category. */
            readonly service_category: string | null;
            /** Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none. */
            readonly sender: string | null;
            /** Where the sender's name comes from. service: A known service. owner: The owner of the network. hostname: The domain of the reverse name. none: Neither is known. */
            readonly sender_kind: "service" | "owner" | "hostname" | "none";
            /** The class of the source's most failing messages, or of most messages if none fails. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
            /** Other classes with at least 5 % of the source's messages, most messages first. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly also?: readonly ("compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed")[];
            /** Why the source has its class, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
            readonly cause?: string;
            /** The cause as a sentence with its evidence. Reports supply the names in it. */
            readonly explanation?: string;
            /** What to do; null: nothing. */
            readonly next_step?: string | null;
            /** What the cause was derived from. Each list has up to five entries, most messages first. */
            readonly evidence?: {
              /** The rule that decided, by its name in the documentation of the rules. */ readonly rule: string;
              /** Messages that the rule decided. */
              readonly messages: number;
              /** Domains of the From header. */
              readonly header_from: readonly string[];
              /** DKIM signatures and what receivers found. */
              readonly dkim: readonly {
                readonly domain: string;
                readonly result: string;
                /** Messages with this result. */
                readonly messages: number;
                /** Null: the report does not name it. */
                readonly selector: string | null;
              }[];
              /** Domains that SPF was checked for. */
              readonly spf: readonly {
                readonly domain: string;
                readonly result: string;
                /** Messages with this result. */
                readonly messages: number;
              }[];
              /** Types of the reasons why receivers did not apply the policy; arc: one of type local_policy that says that ARC passed. */
              readonly reasons: readonly string[];
            };
          }[];
          readonly meta: {
            /** All items, also those that the response does not have. */ readonly total: number;
            /** The requested page. */
            readonly page?: number;
            /** Items per page. */
            readonly per_page?: number;
            /** 0 when there are no items. */
            readonly total_pages?: number;
            /** The UTC days that the response covers, inclusive; without dates the last 30, or for one domain those of its reports. */
            readonly period: { readonly start: string; readonly end: string };
            /** Reports of the same domains on days outside the period; they are not counted here. Use start_date and end_date to include them. */
            readonly reports_outside_period: number;
            /** The first UTC day with a report, inside the period or not; null: no reports. */
            readonly earliest_day: string | null;
            /** The last UTC day with a report, inside the period or not; null: no reports. */
            readonly latest_day: string | null;
            /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
            readonly verdicts?: {
              readonly state: "judging";
              /** Domains of the answer whose sources wait. */
              readonly pending: number;
            };
          };
        }
      | {
          readonly data: readonly {
            /** The value that the group's messages share, which the filter of the same name accepts; by domain, the domain's id. By sender_cause, the sender's name. null: without reference, label, name or service, or unknown for the address. Groups of labels may count a message several times. In other groups by domains and days, messages and reports add up to the whole. */
            readonly key: string | null;
            /** Only by domain: its name. */
            readonly domain?: string;
            /** Only by domain: its id. */
            readonly domain_id?: string;
            /** Only by domain or client_reference. */
            readonly client_reference?: string | null;
            /** Only by domain: its labels. */
            readonly labels?: readonly string[];
            /** Messages of the period. */
            readonly emails: number;
            /** Reports of the period; one that is in several groups counts in each. */
            readonly reports?: number;
            /** Source addresses. Distinct within the group: these numbers of several groups do not add up, for one may be in several groups. */
            readonly sources: number;
            /** Domains with such mail. Distinct within the group: these numbers of several groups do not add up, for one may be in several groups. */
            readonly domains: number;
            /** Messages that passed DMARC. */
            readonly passed: number;
            /** Messages that failed DMARC. */
            readonly failed: number;
            /** DMARC pass rate. */
            readonly pass_rate: number;
            /** Messages whose policy-evaluated (aligned) SPF result is pass. */
            readonly spf_pass_rate: number;
            /** Messages whose policy-evaluated (aligned) DKIM result is pass. */
            readonly dkim_pass_rate: number;
            /** The period compared with, as meta.previous_period says. For a day: the day with the same place in that period. */
            readonly previous: {
              readonly emails: number | null;
              readonly passed: number | null;
              readonly failed: number | null;
              readonly pass_rate: number | null;
            };
            /** Against the period compared with. */
            readonly change: {
              readonly emails: number | null;
              readonly failed: number | null;
              /** Percentage points; null when one of the two periods has no mail, or the data does not cover the one compared with. */
              readonly pass_rate: number | null;
            };
            /** Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none. */
            readonly sender?: string | null;
            /** Where the sender's name comes from. service: A known service. owner: The owner of the network. hostname: The domain of the reverse name. none: Neither is known. */
            readonly sender_kind?: "service" | "owner" | "hostname" | "none";
            /** Only by sender_cause: the class. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
            /** Only by sender_cause: why, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
            readonly cause?: string;
            /** Only by sender_cause: the cause in words, without evidence. */
            readonly cause_description?: string;
            /** Only by sender_cause: the cause with its evidence, of the largest source. */
            readonly explanation?: string;
            /** Only by sender_cause: what to do, of the largest source; null: nothing. */
            readonly next_step?: string | null;
          }[];
          readonly meta: {
            /** Groups on all pages. */ readonly total: number;
            /** The requested page. */
            readonly page: number;
            /** Items per page. */
            readonly per_page: number;
            /** 0 when there are no items. */
            readonly total_pages: number;
            /** As requested. */
            readonly group_by:
              | "domain"
              | "client_reference"
              | "label"
              | "reporter"
              | "source_organization"
              | "country"
              | "day"
              | "header_from"
              | "disposition"
              | "service"
              | "class"
              | "sender"
              | "cause"
              | "sender_cause";
            /** The UTC days that the groups cover, inclusive. */
            readonly period: { readonly start: string; readonly end: string };
            /** The UTC days that they are compared with. */
            readonly previous_period: { readonly start: string; readonly end: string };
            readonly not_comparable: "no_earlier_data" | null;
            /** Groups beyond the largest 10,000, which no page has. */
            readonly groups_omitted: number;
            /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
            readonly verdicts?: {
              readonly state: "judging";
              /** Domains of the answer whose sources wait. */
              readonly pending: number;
            };
          };
        };
  };
  /** Messages that failed DMARC in a period, by source. */
  listFailures: {
    path: undefined;
    query: {
      /** Limits the answer to these domains, at most 100; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Which reports count. authentic: The default: without mail from senders that are not proven to be the reporter. all: All reports. An organization can make this its default. none: Only mail from senders that are not proven to be the reporter. */
      readonly trust?: "authentic" | "all" | "none";
      /** Only messages from this address, or from this range in CIDR notation. */
      readonly source_ip?: string;
      /** Only messages with exactly this domain in their From header. */
      readonly header_from?: string;
      /** Only messages with a DKIM signature of this selector, whatever its result; with dkim_domain the same signature must have both. */
      readonly selector?: string;
      /** Only messages whose SPF was checked for this domain, whatever the result. */
      readonly spf_domain?: string;
      /** Only messages with a DKIM signature by this domain, whatever its result. */
      readonly dkim_domain?: string;
      /** Only messages with this disposition. */
      readonly disposition?: "none" | "quarantine" | "reject" | "pass";
      /** Only messages from addresses of this owner; empty: addresses without a known owner. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly source_organization?: string;
      /** Only messages from addresses in this country, a two-letter code; empty: addresses without a known country. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly country?: string;
      /** Only mail of this service, as the sources show it; empty: of none that is known. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly service?: string;
      /** Only mail of sources of this class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
      /** Only mail of the sender with this name; empty: of senders without a name. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly sender?: string;
      /** Only mail of sources with this cause of their class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly cause?:
        | "passes"
        | "passes_by_spf_only"
        | "dkim_signed_by_service"
        | "spf_of_service_unaligned"
        | "onmicrosoft_only"
        | "default_google_signature"
        | "dkim_signature_broken"
        | "dkim_key_missing"
        | "dkim_refused_by_policy"
        | "subdomain_not_aligned_strict"
        | "spf_missing_include"
        | "spf_permerror"
        | "unsigned_and_spf_unaligned"
        | "override_ours"
        | "forwarded_dkim_survives"
        | "forwarded_dkim_broken"
        | "forwarded_envelope_rewritten"
        | "forwarded_unsigned"
        | "arc_passed"
        | "temporary_errors"
        | "results_left_out"
        | "reporter_contradicts_itself"
        | "dkim_never_passes"
        | "foreign_sender"
        | "not_enough_evidence"
        | "spoofed_no_identity"
        | "spoofed_foreign_identity"
        | "override_not_ours"
        | "not_judged_yet";
      /** Only messages that the reporter with exactly this name reported. */
      readonly reporter?: string;
      /** Page number, from 1 to 1,000,000; 1 if only per_page is given. Without both the list is whole. */
      readonly page?: number;
      /** Items per page; 20 if only page is given. Without both the list is whole. */
      readonly per_page?: number;
      /** Answers with the sums of each group instead of the list or the totals. A page has the largest of up to 10,000 groups with reports in the period. Without dates the period is the last 30 UTC days. A domain without mail is in no group. domain: Each domain. client_reference: The domains with the same client_reference. label: The domains with the same label. A domain with several labels is in the group of each. reporter: Each reporter. source_organization: The owner of the sending network, as ClickHouse last copied it, mostly minutes ago. country: The country of the sending network, as ClickHouse last copied it, mostly minutes ago. day: Each UTC day. header_from: Each domain of the From header. disposition: Each disposition. service: The service of each source. class: The class of each source. sender: The sender's name: service, owner of the network or domain of the reverse name. cause: The cause of each source's class. sender_cause: Each sender, class and cause. */
      readonly group_by?:
        | "domain"
        | "client_reference"
        | "label"
        | "reporter"
        | "source_organization"
        | "country"
        | "day"
        | "header_from"
        | "disposition"
        | "service"
        | "class"
        | "sender"
        | "cause"
        | "sender_cause";
      /** First UTC day of the period to compare with, with compare_end_date. Without both: as many days just before; of days from the first of a month, the same days of the month before. */
      readonly compare_start_date?: string;
      /** Last UTC day of the period to compare with. The two periods must not overlap. */
      readonly compare_end_date?: string;
      /** true: each source has class, also, cause, explanation, next_step and evidence. Not with group_by. The answer then takes about twice as long. */
      readonly verdicts?: boolean;
      /** Field to sort by; a leading minus sign sorts in descending order. */
      readonly sort?:
        | "failure_count"
        | "-failure_count"
        | "source_ip"
        | "-source_ip"
        | "first_seen"
        | "-first_seen"
        | "last_seen"
        | "-last_seen"
        | "failure_count_change"
        | "-failure_count_change"
        | "key"
        | "-key";
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: undefined;
    answer:
      | {
          readonly data: readonly {
            readonly source_ip: string;
            /** Reverse name of the address, only if the name leads back to the address. It is looked up in the background, within minutes of the first report that names the address; "unknown" when unknown. */
            readonly hostname: string;
            /** Owner of the address; null when unknown. */
            readonly organization: string | null;
            /** Two-letter country code; null when unknown. */
            readonly country: string | null;
            /** Messages from this source that failed DMARC. */
            readonly failure_count: number;
            /** The raw SPF result that most of them had. */
            readonly spf_result: string;
            /** The raw DKIM result that most of them had. */
            readonly dkim_result: string;
            /** The disposition that receivers applied to most of them. */
            readonly policy_applied: string;
            /** Start of the earliest report period with this source. Covers all stored days, and all mail of the source for the domains of the answer. A source with first_seen in the period is new. */
            readonly first_seen: string;
            /** End of the latest report period with this source. Covers all stored days, and all mail of the source for the domains of the answer. A source with first_seen in the period is new. */
            readonly last_seen: string;
            /** Number of the autonomous system that announces the address; null when unknown. */
            readonly asn: number | null;
            /** The same as hostname, in one form on every route: null when unknown. */
            readonly reverse_name: string | null;
            /** Of these messages, those with an aligned pass of SPF (policy-evaluated). A raw pass may be for another domain, and then does not count for DMARC. */
            readonly spf_aligned: number;
            /** Of these messages, those with an aligned pass of DKIM (policy-evaluated). */
            readonly dkim_aligned: number;
            /** The domains for which SPF passed, aligned or not. Those with the most messages first, at most 5. */
            readonly spf_domains: readonly string[];
            /** The signing domains whose DKIM signatures passed, aligned or not. Those with the most messages first, at most 5. */
            readonly dkim_domains: readonly string[];
            /** Your domains that these messages were about. Those with the most messages first, at most 5. */
            readonly domains: readonly {
              readonly id: string;
              readonly name: string | null;
              readonly failure_count: number;
            }[];
            /** Your domains that these messages were about, all of them. */
            readonly domain_count: number;
            /** The service that the source belongs to, derived from what is proven about it; null: not a known service. */
            readonly service: string | null;
            /** What the service does; null without a service. mailbox_provider: Mailboxes for people, under the provider's or the customer's domains. isp: Access to the internet, with the mailboxes and connections of its customers. hosting: Web hosting and servers, from which customers' sites, panels and mail servers send. security_gateway: Filters and relays the mail of an organization that has its mailboxes elsewhere. forwarding: Forwards other people's mail: aliases, redirections and mailing lists. email_delivery: Sends mail for applications, by API or SMTP; other services also send through it. marketing: Newsletters and campaigns. crm: Customer, member and donor relations, and business suites. support: Help desks and service desks. ecommerce: Shops, marketplaces, payments, reviews and bookings. hr_finance: Hiring, payroll, invoices and accounting. events_surveys: Events, webinars, appointments, forms and surveys. collaboration: Files, meetings, projects, signatures and learning. developer: Code, operations and sign-in. social: Social networks. own: The organization's own servers; only overrides use this category. */
            readonly service_category: string | null;
            /** Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none. */
            readonly sender: string | null;
            /** Where the sender's name comes from. service: A known service. owner: The owner of the network. hostname: The domain of the reverse name. none: Neither is known. */
            readonly sender_kind: "service" | "owner" | "hostname" | "none";
            /** The class of the source's most failing messages, or of most messages if none fails. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
            /** Other classes with at least 5 % of the source's messages, most messages first. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly also?: readonly ("compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed")[];
            /** Why the source has its class, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
            readonly cause?: string;
            /** The cause as a sentence with its evidence. Reports supply the names in it. */
            readonly explanation?: string;
            /** What to do; null: nothing. */
            readonly next_step?: string | null;
            /** What the cause was derived from. Each list has up to five entries, most messages first. */
            readonly evidence?: {
              /** The rule that decided, by its name in the documentation of the rules. */ readonly rule: string;
              /** Messages that the rule decided. */
              readonly messages: number;
              /** Domains of the From header. */
              readonly header_from: readonly string[];
              /** DKIM signatures and what receivers found. */
              readonly dkim: readonly {
                readonly domain: string;
                readonly result: string;
                /** Messages with this result. */
                readonly messages: number;
                /** Null: the report does not name it. */
                readonly selector: string | null;
              }[];
              /** Domains that SPF was checked for. */
              readonly spf: readonly {
                readonly domain: string;
                readonly result: string;
                /** Messages with this result. */
                readonly messages: number;
              }[];
              /** Types of the reasons why receivers did not apply the policy; arc: one of type local_policy that says that ARC passed. */
              readonly reasons: readonly string[];
            };
          }[];
          readonly meta: {
            /** All items, also those that the response does not have. */ readonly total: number;
            /** The requested page. */
            readonly page?: number;
            /** Items per page. */
            readonly per_page?: number;
            /** 0 when there are no items. */
            readonly total_pages?: number;
            /** The UTC days that the response covers, inclusive; without dates the last 30, or for one domain those of its reports. */
            readonly period: { readonly start: string; readonly end: string };
            /** Reports of the same domains on days outside the period; they are not counted here. Use start_date and end_date to include them. */
            readonly reports_outside_period: number;
            /** The first UTC day with a report, inside the period or not; null: no reports. */
            readonly earliest_day: string | null;
            /** The last UTC day with a report, inside the period or not; null: no reports. */
            readonly latest_day: string | null;
            /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
            readonly verdicts?: {
              readonly state: "judging";
              /** Domains of the answer whose sources wait. */
              readonly pending: number;
            };
            /** Failed messages of all sources, also of those that the response does not have. */
            readonly total_failures: number;
          };
        }
      | {
          readonly data: readonly {
            /** The value that the group's messages share, which the filter of the same name accepts; by domain, the domain's id. By sender_cause, the sender's name. null: without reference, label, name or service, or unknown for the address. Groups of labels may count a message several times. In other groups by domains and days, messages and reports add up to the whole. */
            readonly key: string | null;
            /** Only by domain: its name. */
            readonly domain?: string;
            /** Only by domain: its id. */
            readonly domain_id?: string;
            /** Only by domain or client_reference. */
            readonly client_reference?: string | null;
            /** Only by domain: its labels. */
            readonly labels?: readonly string[];
            /** Messages that failed DMARC. */
            readonly failure_count: number;
            /** Of all failed messages that the filter selects, in percent. Shares of reporters, senders and other groups of records add up to 100. */
            readonly share: number;
            /** Source addresses. Distinct within the group: these numbers of several groups do not add up, for one may be in several groups. */
            readonly sources: number;
            /** Domains with such mail. Distinct within the group: these numbers of several groups do not add up, for one may be in several groups. */
            readonly domains: number;
            /** The period compared with, as meta.previous_period says. For a day: the day with the same place in that period. */
            readonly previous: { readonly failure_count: number | null };
            /** Against the period compared with. */
            readonly change: { readonly failure_count: number | null };
            /** Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none. */
            readonly sender?: string | null;
            /** Where the sender's name comes from. service: A known service. owner: The owner of the network. hostname: The domain of the reverse name. none: Neither is known. */
            readonly sender_kind?: "service" | "owner" | "hostname" | "none";
            /** Only by sender_cause: the class. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
            /** Only by sender_cause: why, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
            readonly cause?: string;
            /** Only by sender_cause: the cause in words, without evidence. */
            readonly cause_description?: string;
            /** Only by sender_cause: the cause with its evidence, of the largest source. */
            readonly explanation?: string;
            /** Only by sender_cause: what to do, of the largest source; null: nothing. */
            readonly next_step?: string | null;
          }[];
          readonly meta: {
            /** Groups on all pages. */ readonly total: number;
            /** The requested page. */
            readonly page: number;
            /** Items per page. */
            readonly per_page: number;
            /** 0 when there are no items. */
            readonly total_pages: number;
            /** As requested. */
            readonly group_by:
              | "domain"
              | "client_reference"
              | "label"
              | "reporter"
              | "source_organization"
              | "country"
              | "day"
              | "header_from"
              | "disposition"
              | "service"
              | "class"
              | "sender"
              | "cause"
              | "sender_cause";
            /** The UTC days that the groups cover, inclusive. */
            readonly period: { readonly start: string; readonly end: string };
            /** The UTC days that they are compared with. */
            readonly previous_period: { readonly start: string; readonly end: string };
            readonly not_comparable: "no_earlier_data" | null;
            /** Groups beyond the largest 10,000, which no page has. */
            readonly groups_omitted: number;
            /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
            readonly verdicts?: {
              readonly state: "judging";
              /** Domains of the answer whose sources wait. */
              readonly pending: number;
            };
            /** Failed messages of all groups, each counted once. */
            readonly total_failures: number;
          };
        };
  };
  /** Messages that failed DMARC in a period, by source. */
  queryFailures: {
    path: undefined;
    query: {
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: {
      /** Limits the answer to these domains, at most 10,000; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Which reports count. authentic: The default: without mail from senders that are not proven to be the reporter. all: All reports. An organization can make this its default. none: Only mail from senders that are not proven to be the reporter. */
      readonly trust?: "authentic" | "all" | "none";
      /** Only messages from this address, or from this range in CIDR notation. */
      readonly source_ip?: string;
      /** Only messages with exactly this domain in their From header. */
      readonly header_from?: string;
      /** Only messages with a DKIM signature of this selector, whatever its result; with dkim_domain the same signature must have both. */
      readonly selector?: string;
      /** Only messages whose SPF was checked for this domain, whatever the result. */
      readonly spf_domain?: string;
      /** Only messages with a DKIM signature by this domain, whatever its result. */
      readonly dkim_domain?: string;
      /** Only messages with this disposition. */
      readonly disposition?: "none" | "quarantine" | "reject" | "pass";
      /** Only messages from addresses of this owner; empty: addresses without a known owner. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly source_organization?: string;
      /** Only messages from addresses in this country, a two-letter code; empty: addresses without a known country. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly country?: string;
      /** Only mail of this service, as the sources show it; empty: of none that is known. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly service?: string;
      /** Only mail of sources of this class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
      /** Only mail of the sender with this name; empty: of senders without a name. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly sender?: string;
      /** Only mail of sources with this cause of their class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly cause?:
        | "passes"
        | "passes_by_spf_only"
        | "dkim_signed_by_service"
        | "spf_of_service_unaligned"
        | "onmicrosoft_only"
        | "default_google_signature"
        | "dkim_signature_broken"
        | "dkim_key_missing"
        | "dkim_refused_by_policy"
        | "subdomain_not_aligned_strict"
        | "spf_missing_include"
        | "spf_permerror"
        | "unsigned_and_spf_unaligned"
        | "override_ours"
        | "forwarded_dkim_survives"
        | "forwarded_dkim_broken"
        | "forwarded_envelope_rewritten"
        | "forwarded_unsigned"
        | "arc_passed"
        | "temporary_errors"
        | "results_left_out"
        | "reporter_contradicts_itself"
        | "dkim_never_passes"
        | "foreign_sender"
        | "not_enough_evidence"
        | "spoofed_no_identity"
        | "spoofed_foreign_identity"
        | "override_not_ours"
        | "not_judged_yet";
      /** Only messages that the reporter with exactly this name reported. */
      readonly reporter?: string;
      /** Page number, from 1 to 1,000,000; 1 if only per_page is given. Without both the list is whole. */
      readonly page?: number;
      /** Items per page; 20 if only page is given. Without both the list is whole. */
      readonly per_page?: number;
      /** Answers with the sums of each group instead of the list or the totals. A page has the largest of up to 10,000 groups with reports in the period. Without dates the period is the last 30 UTC days. A domain without mail is in no group. domain: Each domain. client_reference: The domains with the same client_reference. label: The domains with the same label. A domain with several labels is in the group of each. reporter: Each reporter. source_organization: The owner of the sending network, as ClickHouse last copied it, mostly minutes ago. country: The country of the sending network, as ClickHouse last copied it, mostly minutes ago. day: Each UTC day. header_from: Each domain of the From header. disposition: Each disposition. service: The service of each source. class: The class of each source. sender: The sender's name: service, owner of the network or domain of the reverse name. cause: The cause of each source's class. sender_cause: Each sender, class and cause. */
      readonly group_by?:
        | "domain"
        | "client_reference"
        | "label"
        | "reporter"
        | "source_organization"
        | "country"
        | "day"
        | "header_from"
        | "disposition"
        | "service"
        | "class"
        | "sender"
        | "cause"
        | "sender_cause";
      /** First UTC day of the period to compare with, with compare_end_date. Without both: as many days just before; of days from the first of a month, the same days of the month before. */
      readonly compare_start_date?: string;
      /** Last UTC day of the period to compare with. The two periods must not overlap. */
      readonly compare_end_date?: string;
      /** true: each source has class, also, cause, explanation, next_step and evidence. Not with group_by. The answer then takes about twice as long. */
      readonly verdicts?: boolean;
      /** Field to sort by; a leading minus sign sorts in descending order. */
      readonly sort?:
        | "failure_count"
        | "-failure_count"
        | "source_ip"
        | "-source_ip"
        | "first_seen"
        | "-first_seen"
        | "last_seen"
        | "-last_seen"
        | "failure_count_change"
        | "-failure_count_change"
        | "key"
        | "-key";
    };
    answer:
      | {
          readonly data: readonly {
            readonly source_ip: string;
            /** Reverse name of the address, only if the name leads back to the address. It is looked up in the background, within minutes of the first report that names the address; "unknown" when unknown. */
            readonly hostname: string;
            /** Owner of the address; null when unknown. */
            readonly organization: string | null;
            /** Two-letter country code; null when unknown. */
            readonly country: string | null;
            /** Messages from this source that failed DMARC. */
            readonly failure_count: number;
            /** The raw SPF result that most of them had. */
            readonly spf_result: string;
            /** The raw DKIM result that most of them had. */
            readonly dkim_result: string;
            /** The disposition that receivers applied to most of them. */
            readonly policy_applied: string;
            /** Start of the earliest report period with this source. Covers all stored days, and all mail of the source for the domains of the answer. A source with first_seen in the period is new. */
            readonly first_seen: string;
            /** End of the latest report period with this source. Covers all stored days, and all mail of the source for the domains of the answer. A source with first_seen in the period is new. */
            readonly last_seen: string;
            /** Number of the autonomous system that announces the address; null when unknown. */
            readonly asn: number | null;
            /** The same as hostname, in one form on every route: null when unknown. */
            readonly reverse_name: string | null;
            /** Of these messages, those with an aligned pass of SPF (policy-evaluated). A raw pass may be for another domain, and then does not count for DMARC. */
            readonly spf_aligned: number;
            /** Of these messages, those with an aligned pass of DKIM (policy-evaluated). */
            readonly dkim_aligned: number;
            /** The domains for which SPF passed, aligned or not. Those with the most messages first, at most 5. */
            readonly spf_domains: readonly string[];
            /** The signing domains whose DKIM signatures passed, aligned or not. Those with the most messages first, at most 5. */
            readonly dkim_domains: readonly string[];
            /** Your domains that these messages were about. Those with the most messages first, at most 5. */
            readonly domains: readonly {
              readonly id: string;
              readonly name: string | null;
              readonly failure_count: number;
            }[];
            /** Your domains that these messages were about, all of them. */
            readonly domain_count: number;
            /** The service that the source belongs to, derived from what is proven about it; null: not a known service. */
            readonly service: string | null;
            /** What the service does; null without a service. mailbox_provider: Mailboxes for people, under the provider's or the customer's domains. isp: Access to the internet, with the mailboxes and connections of its customers. hosting: Web hosting and servers, from which customers' sites, panels and mail servers send. security_gateway: Filters and relays the mail of an organization that has its mailboxes elsewhere. forwarding: Forwards other people's mail: aliases, redirections and mailing lists. email_delivery: Sends mail for applications, by API or SMTP; other services also send through it. marketing: Newsletters and campaigns. crm: Customer, member and donor relations, and business suites. support: Help desks and service desks. ecommerce: Shops, marketplaces, payments, reviews and bookings. hr_finance: Hiring, payroll, invoices and accounting. events_surveys: Events, webinars, appointments, forms and surveys. collaboration: Files, meetings, projects, signatures and learning. developer: Code, operations and sign-in. social: Social networks. own: The organization's own servers; only overrides use this category. */
            readonly service_category: string | null;
            /** Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none. */
            readonly sender: string | null;
            /** Where the sender's name comes from. service: A known service. owner: The owner of the network. hostname: The domain of the reverse name. none: Neither is known. */
            readonly sender_kind: "service" | "owner" | "hostname" | "none";
            /** The class of the source's most failing messages, or of most messages if none fails. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
            /** Other classes with at least 5 % of the source's messages, most messages first. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly also?: readonly ("compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed")[];
            /** Why the source has its class, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
            readonly cause?: string;
            /** The cause as a sentence with its evidence. Reports supply the names in it. */
            readonly explanation?: string;
            /** What to do; null: nothing. */
            readonly next_step?: string | null;
            /** What the cause was derived from. Each list has up to five entries, most messages first. */
            readonly evidence?: {
              /** The rule that decided, by its name in the documentation of the rules. */ readonly rule: string;
              /** Messages that the rule decided. */
              readonly messages: number;
              /** Domains of the From header. */
              readonly header_from: readonly string[];
              /** DKIM signatures and what receivers found. */
              readonly dkim: readonly {
                readonly domain: string;
                readonly result: string;
                /** Messages with this result. */
                readonly messages: number;
                /** Null: the report does not name it. */
                readonly selector: string | null;
              }[];
              /** Domains that SPF was checked for. */
              readonly spf: readonly {
                readonly domain: string;
                readonly result: string;
                /** Messages with this result. */
                readonly messages: number;
              }[];
              /** Types of the reasons why receivers did not apply the policy; arc: one of type local_policy that says that ARC passed. */
              readonly reasons: readonly string[];
            };
          }[];
          readonly meta: {
            /** All items, also those that the response does not have. */ readonly total: number;
            /** The requested page. */
            readonly page?: number;
            /** Items per page. */
            readonly per_page?: number;
            /** 0 when there are no items. */
            readonly total_pages?: number;
            /** The UTC days that the response covers, inclusive; without dates the last 30, or for one domain those of its reports. */
            readonly period: { readonly start: string; readonly end: string };
            /** Reports of the same domains on days outside the period; they are not counted here. Use start_date and end_date to include them. */
            readonly reports_outside_period: number;
            /** The first UTC day with a report, inside the period or not; null: no reports. */
            readonly earliest_day: string | null;
            /** The last UTC day with a report, inside the period or not; null: no reports. */
            readonly latest_day: string | null;
            /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
            readonly verdicts?: {
              readonly state: "judging";
              /** Domains of the answer whose sources wait. */
              readonly pending: number;
            };
            /** Failed messages of all sources, also of those that the response does not have. */
            readonly total_failures: number;
          };
        }
      | {
          readonly data: readonly {
            /** The value that the group's messages share, which the filter of the same name accepts; by domain, the domain's id. By sender_cause, the sender's name. null: without reference, label, name or service, or unknown for the address. Groups of labels may count a message several times. In other groups by domains and days, messages and reports add up to the whole. */
            readonly key: string | null;
            /** Only by domain: its name. */
            readonly domain?: string;
            /** Only by domain: its id. */
            readonly domain_id?: string;
            /** Only by domain or client_reference. */
            readonly client_reference?: string | null;
            /** Only by domain: its labels. */
            readonly labels?: readonly string[];
            /** Messages that failed DMARC. */
            readonly failure_count: number;
            /** Of all failed messages that the filter selects, in percent. Shares of reporters, senders and other groups of records add up to 100. */
            readonly share: number;
            /** Source addresses. Distinct within the group: these numbers of several groups do not add up, for one may be in several groups. */
            readonly sources: number;
            /** Domains with such mail. Distinct within the group: these numbers of several groups do not add up, for one may be in several groups. */
            readonly domains: number;
            /** The period compared with, as meta.previous_period says. For a day: the day with the same place in that period. */
            readonly previous: { readonly failure_count: number | null };
            /** Against the period compared with. */
            readonly change: { readonly failure_count: number | null };
            /** Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none. */
            readonly sender?: string | null;
            /** Where the sender's name comes from. service: A known service. owner: The owner of the network. hostname: The domain of the reverse name. none: Neither is known. */
            readonly sender_kind?: "service" | "owner" | "hostname" | "none";
            /** Only by sender_cause: the class. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
            readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
            /** Only by sender_cause: why, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
            readonly cause?: string;
            /** Only by sender_cause: the cause in words, without evidence. */
            readonly cause_description?: string;
            /** Only by sender_cause: the cause with its evidence, of the largest source. */
            readonly explanation?: string;
            /** Only by sender_cause: what to do, of the largest source; null: nothing. */
            readonly next_step?: string | null;
          }[];
          readonly meta: {
            /** Groups on all pages. */ readonly total: number;
            /** The requested page. */
            readonly page: number;
            /** Items per page. */
            readonly per_page: number;
            /** 0 when there are no items. */
            readonly total_pages: number;
            /** As requested. */
            readonly group_by:
              | "domain"
              | "client_reference"
              | "label"
              | "reporter"
              | "source_organization"
              | "country"
              | "day"
              | "header_from"
              | "disposition"
              | "service"
              | "class"
              | "sender"
              | "cause"
              | "sender_cause";
            /** The UTC days that the groups cover, inclusive. */
            readonly period: { readonly start: string; readonly end: string };
            /** The UTC days that they are compared with. */
            readonly previous_period: { readonly start: string; readonly end: string };
            readonly not_comparable: "no_earlier_data" | null;
            /** Groups beyond the largest 10,000, which no page has. */
            readonly groups_omitted: number;
            /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
            readonly verdicts?: {
              readonly state: "judging";
              /** Domains of the answer whose sources wait. */
              readonly pending: number;
            };
            /** Failed messages of all groups, each counted once. */
            readonly total_failures: number;
          };
        };
  };
  /** Records of the reports of a period, newest day first. */
  listRecords: {
    path: undefined;
    query: {
      /** Limits the answer to these domains, at most 100; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Which reports count. authentic: The default: without mail from senders that are not proven to be the reporter. all: All reports. An organization can make this its default. none: Only mail from senders that are not proven to be the reporter. */
      readonly trust?: "authentic" | "all" | "none";
      /** Only messages from this address, or from this range in CIDR notation. */
      readonly source_ip?: string;
      /** Only messages with exactly this domain in their From header. */
      readonly header_from?: string;
      /** Only messages with a DKIM signature of this selector, whatever its result; with dkim_domain the same signature must have both. */
      readonly selector?: string;
      /** Only messages whose SPF was checked for this domain, whatever the result. */
      readonly spf_domain?: string;
      /** Only messages with a DKIM signature by this domain, whatever its result. */
      readonly dkim_domain?: string;
      /** Only messages with this disposition. */
      readonly disposition?: "none" | "quarantine" | "reject" | "pass";
      /** Only messages from addresses of this owner; empty: addresses without a known owner. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly source_organization?: string;
      /** Only messages from addresses in this country, a two-letter code; empty: addresses without a known country. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly country?: string;
      /** Only mail of this service, as the sources show it; empty: of none that is known. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly service?: string;
      /** Only mail of sources of this class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
      /** Only mail of the sender with this name; empty: of senders without a name. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly sender?: string;
      /** Only mail of sources with this cause of their class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly cause?:
        | "passes"
        | "passes_by_spf_only"
        | "dkim_signed_by_service"
        | "spf_of_service_unaligned"
        | "onmicrosoft_only"
        | "default_google_signature"
        | "dkim_signature_broken"
        | "dkim_key_missing"
        | "dkim_refused_by_policy"
        | "subdomain_not_aligned_strict"
        | "spf_missing_include"
        | "spf_permerror"
        | "unsigned_and_spf_unaligned"
        | "override_ours"
        | "forwarded_dkim_survives"
        | "forwarded_dkim_broken"
        | "forwarded_envelope_rewritten"
        | "forwarded_unsigned"
        | "arc_passed"
        | "temporary_errors"
        | "results_left_out"
        | "reporter_contradicts_itself"
        | "dkim_never_passes"
        | "foreign_sender"
        | "not_enough_evidence"
        | "spoofed_no_identity"
        | "spoofed_foreign_identity"
        | "override_not_ours"
        | "not_judged_yet";
      /** Only messages that the reporter with exactly this name reported. */
      readonly reporter?: string;
      /** Only messages that passed DMARC, or only those that failed. */
      readonly result?: "pass" | "fail";
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
      /** Field to sort by; a leading minus sign sorts in descending order. */
      readonly sort?: "date_range" | "-date_range" | "count" | "-count";
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly report_id: string;
        readonly reporter: string;
        readonly date_range: { readonly begin: string; readonly end: string };
        readonly domain_id: string;
        /** The name of the domain; null when the domain is being deleted. */
        readonly domain: string | null;
        /** Why the report is trusted. dmarc: DMARC proves that the reporter sent the mail. dkim: A DKIM signature proves that the reporter sent the mail. spf: SPF proves that the reporter sent the mail. none: It came by mail, and its sender is not proven. Sums, alerts and report.failure leave it out by default; an organization can include it. upload: The holder of an API key uploaded it. import: The operator imported it. */
        readonly trust: "dmarc" | "dkim" | "spf" | "none" | "upload" | "import";
        readonly source_ip: string;
        /** Reverse name of the address, only if the name leads back to the address. It is looked up in the background, within minutes of the first report that names the address; null when unknown. */
        readonly hostname: string | null;
        /** Owner of the address; null when unknown. */
        readonly organization: string | null;
        /** Two-letter country code; null when unknown. */
        readonly country: string | null;
        /** Messages. */
        readonly count: number;
        readonly dmarc_pass: boolean;
        readonly policy_evaluated: {
          /** What the receiver did: none, quarantine, reject or pass. */ readonly disposition: string;
          /** policy_evaluated/dkim: pass or fail. */
          readonly dkim: string;
          /** policy_evaluated/spf: pass or fail. */
          readonly spf: string;
          readonly reasons: readonly {
            /** Types of the policy override reasons. */ readonly type: string;
            /** Comments of the policy override reasons, in the order of reason_types. */
            readonly comment: string;
          }[];
        };
        readonly identifiers: {
          /** Domain of the From header. */ readonly header_from: string;
          /** Domain of the envelope sender; empty for the null sender, null when not given. */
          readonly envelope_from: string | null;
          /** Domain of the envelope recipient; null when not given. */
          readonly envelope_to: string | null;
        };
        readonly auth_results: {
          readonly dkim: readonly {
            /** Signing domains (d=). */ readonly domain: string;
            /** Selectors (s=), in the order of dkim_domains. */
            readonly selector: string;
            /** DKIM results, in the order of dkim_domains. */
            readonly result: string;
            /** Remarks on the DKIM results, in the order of dkim_domains. */
            readonly human_result: string;
          }[];
          readonly spf: readonly {
            /** Domains that SPF was checked for. */ readonly domain: string;
            /** Scopes of the SPF checks (mfrom, helo), in the order of spf_domains. */
            readonly scope: string;
            /** SPF results, in the order of spf_domains. */
            readonly result: string;
            /** Remarks on the SPF results, in the order of spf_domains. */
            readonly human_result: string;
          }[];
        };
        /** Number of the autonomous system that announces the address; null when unknown. */
        readonly asn: number | null;
        /** The same as hostname, in one form on every route: null when unknown. */
        readonly reverse_name: string | null;
        /** The service that the source belongs to, derived from what is proven about it; null: not a known service. */
        readonly service: string | null;
        /** What the service does; null without a service. mailbox_provider: Mailboxes for people, under the provider's or the customer's domains. isp: Access to the internet, with the mailboxes and connections of its customers. hosting: Web hosting and servers, from which customers' sites, panels and mail servers send. security_gateway: Filters and relays the mail of an organization that has its mailboxes elsewhere. forwarding: Forwards other people's mail: aliases, redirections and mailing lists. email_delivery: Sends mail for applications, by API or SMTP; other services also send through it. marketing: Newsletters and campaigns. crm: Customer, member and donor relations, and business suites. support: Help desks and service desks. ecommerce: Shops, marketplaces, payments, reviews and bookings. hr_finance: Hiring, payroll, invoices and accounting. events_surveys: Events, webinars, appointments, forms and surveys. collaboration: Files, meetings, projects, signatures and learning. developer: Code, operations and sign-in. social: Social networks. own: The organization's own servers; only overrides use this category. */
        readonly service_category: string | null;
        /** Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none. */
        readonly sender: string | null;
        /** Where the sender's name comes from. service: A known service. owner: The owner of the network. hostname: The domain of the reverse name. none: Neither is known. */
        readonly sender_kind: "service" | "owner" | "hostname" | "none";
        /** The class of the source for this domain. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
        readonly class: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
        /** Why the source has its class, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
        readonly cause: string;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
        /** Messages of the records on all pages: the sum of their counts, as the aggregate of the same filter has it. */
        readonly total_messages: number;
        /** The UTC days that the response covers, inclusive; without dates the last 30, or for one domain those of its reports. */
        readonly period: { readonly start: string; readonly end: string };
        /** Reports of the same domains on days outside the period; they are not counted here. Use start_date and end_date to include them. */
        readonly reports_outside_period: number;
        /** The first UTC day with a report, inside the period or not; null: no reports. */
        readonly earliest_day: string | null;
        /** The last UTC day with a report, inside the period or not; null: no reports. */
        readonly latest_day: string | null;
        /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
        readonly verdicts?: {
          readonly state: "judging";
          /** Domains of the answer whose sources wait. */
          readonly pending: number;
        };
      };
    };
  };
  /** Records of the reports of a period, newest day first. */
  queryRecords: {
    path: undefined;
    query: {
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: {
      /** Limits the answer to these domains, at most 10,000; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Which reports count. authentic: The default: without mail from senders that are not proven to be the reporter. all: All reports. An organization can make this its default. none: Only mail from senders that are not proven to be the reporter. */
      readonly trust?: "authentic" | "all" | "none";
      /** Only messages from this address, or from this range in CIDR notation. */
      readonly source_ip?: string;
      /** Only messages with exactly this domain in their From header. */
      readonly header_from?: string;
      /** Only messages with a DKIM signature of this selector, whatever its result; with dkim_domain the same signature must have both. */
      readonly selector?: string;
      /** Only messages whose SPF was checked for this domain, whatever the result. */
      readonly spf_domain?: string;
      /** Only messages with a DKIM signature by this domain, whatever its result. */
      readonly dkim_domain?: string;
      /** Only messages with this disposition. */
      readonly disposition?: "none" | "quarantine" | "reject" | "pass";
      /** Only messages from addresses of this owner; empty: addresses without a known owner. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly source_organization?: string;
      /** Only messages from addresses in this country, a two-letter code; empty: addresses without a known country. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago. */
      readonly country?: string;
      /** Only mail of this service, as the sources show it; empty: of none that is known. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly service?: string;
      /** Only mail of sources of this class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly class?: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
      /** Only mail of the sender with this name; empty: of senders without a name. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly sender?: string;
      /** Only mail of sources with this cause of their class. A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period. */
      readonly cause?:
        | "passes"
        | "passes_by_spf_only"
        | "dkim_signed_by_service"
        | "spf_of_service_unaligned"
        | "onmicrosoft_only"
        | "default_google_signature"
        | "dkim_signature_broken"
        | "dkim_key_missing"
        | "dkim_refused_by_policy"
        | "subdomain_not_aligned_strict"
        | "spf_missing_include"
        | "spf_permerror"
        | "unsigned_and_spf_unaligned"
        | "override_ours"
        | "forwarded_dkim_survives"
        | "forwarded_dkim_broken"
        | "forwarded_envelope_rewritten"
        | "forwarded_unsigned"
        | "arc_passed"
        | "temporary_errors"
        | "results_left_out"
        | "reporter_contradicts_itself"
        | "dkim_never_passes"
        | "foreign_sender"
        | "not_enough_evidence"
        | "spoofed_no_identity"
        | "spoofed_foreign_identity"
        | "override_not_ours"
        | "not_judged_yet";
      /** Only messages that the reporter with exactly this name reported. */
      readonly reporter?: string;
      /** Only messages that passed DMARC, or only those that failed. */
      readonly result?: "pass" | "fail";
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
      /** Field to sort by; a leading minus sign sorts in descending order. */
      readonly sort?: "date_range" | "-date_range" | "count" | "-count";
    };
    answer: {
      readonly data: readonly {
        readonly report_id: string;
        readonly reporter: string;
        readonly date_range: { readonly begin: string; readonly end: string };
        readonly domain_id: string;
        /** The name of the domain; null when the domain is being deleted. */
        readonly domain: string | null;
        /** Why the report is trusted. dmarc: DMARC proves that the reporter sent the mail. dkim: A DKIM signature proves that the reporter sent the mail. spf: SPF proves that the reporter sent the mail. none: It came by mail, and its sender is not proven. Sums, alerts and report.failure leave it out by default; an organization can include it. upload: The holder of an API key uploaded it. import: The operator imported it. */
        readonly trust: "dmarc" | "dkim" | "spf" | "none" | "upload" | "import";
        readonly source_ip: string;
        /** Reverse name of the address, only if the name leads back to the address. It is looked up in the background, within minutes of the first report that names the address; null when unknown. */
        readonly hostname: string | null;
        /** Owner of the address; null when unknown. */
        readonly organization: string | null;
        /** Two-letter country code; null when unknown. */
        readonly country: string | null;
        /** Messages. */
        readonly count: number;
        readonly dmarc_pass: boolean;
        readonly policy_evaluated: {
          /** What the receiver did: none, quarantine, reject or pass. */ readonly disposition: string;
          /** policy_evaluated/dkim: pass or fail. */
          readonly dkim: string;
          /** policy_evaluated/spf: pass or fail. */
          readonly spf: string;
          readonly reasons: readonly {
            /** Types of the policy override reasons. */ readonly type: string;
            /** Comments of the policy override reasons, in the order of reason_types. */
            readonly comment: string;
          }[];
        };
        readonly identifiers: {
          /** Domain of the From header. */ readonly header_from: string;
          /** Domain of the envelope sender; empty for the null sender, null when not given. */
          readonly envelope_from: string | null;
          /** Domain of the envelope recipient; null when not given. */
          readonly envelope_to: string | null;
        };
        readonly auth_results: {
          readonly dkim: readonly {
            /** Signing domains (d=). */ readonly domain: string;
            /** Selectors (s=), in the order of dkim_domains. */
            readonly selector: string;
            /** DKIM results, in the order of dkim_domains. */
            readonly result: string;
            /** Remarks on the DKIM results, in the order of dkim_domains. */
            readonly human_result: string;
          }[];
          readonly spf: readonly {
            /** Domains that SPF was checked for. */ readonly domain: string;
            /** Scopes of the SPF checks (mfrom, helo), in the order of spf_domains. */
            readonly scope: string;
            /** SPF results, in the order of spf_domains. */
            readonly result: string;
            /** Remarks on the SPF results, in the order of spf_domains. */
            readonly human_result: string;
          }[];
        };
        /** Number of the autonomous system that announces the address; null when unknown. */
        readonly asn: number | null;
        /** The same as hostname, in one form on every route: null when unknown. */
        readonly reverse_name: string | null;
        /** The service that the source belongs to, derived from what is proven about it; null: not a known service. */
        readonly service: string | null;
        /** What the service does; null without a service. mailbox_provider: Mailboxes for people, under the provider's or the customer's domains. isp: Access to the internet, with the mailboxes and connections of its customers. hosting: Web hosting and servers, from which customers' sites, panels and mail servers send. security_gateway: Filters and relays the mail of an organization that has its mailboxes elsewhere. forwarding: Forwards other people's mail: aliases, redirections and mailing lists. email_delivery: Sends mail for applications, by API or SMTP; other services also send through it. marketing: Newsletters and campaigns. crm: Customer, member and donor relations, and business suites. support: Help desks and service desks. ecommerce: Shops, marketplaces, payments, reviews and bookings. hr_finance: Hiring, payroll, invoices and accounting. events_surveys: Events, webinars, appointments, forms and surveys. collaboration: Files, meetings, projects, signatures and learning. developer: Code, operations and sign-in. social: Social networks. own: The organization's own servers; only overrides use this category. */
        readonly service_category: string | null;
        /** Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none. */
        readonly sender: string | null;
        /** Where the sender's name comes from. service: A known service. owner: The owner of the network. hostname: The domain of the reverse name. none: Neither is known. */
        readonly sender_kind: "service" | "owner" | "hostname" | "none";
        /** The class of the source for this domain. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
        readonly class: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
        /** Why the source has its class, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
        readonly cause: string;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
        /** Messages of the records on all pages: the sum of their counts, as the aggregate of the same filter has it. */
        readonly total_messages: number;
        /** The UTC days that the response covers, inclusive; without dates the last 30, or for one domain those of its reports. */
        readonly period: { readonly start: string; readonly end: string };
        /** Reports of the same domains on days outside the period; they are not counted here. Use start_date and end_date to include them. */
        readonly reports_outside_period: number;
        /** The first UTC day with a report, inside the period or not; null: no reports. */
        readonly earliest_day: string | null;
        /** The last UTC day with a report, inside the period or not; null: no reports. */
        readonly latest_day: string | null;
        /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
        readonly verdicts?: {
          readonly state: "judging";
          /** Domains of the answer whose sources wait. */
          readonly pending: number;
        };
      };
    };
  };
  /** One report with its records. */
  readReport: {
    path: { readonly id: string };
    query: {
      /** Page number, from 1 to 1,000,000; 1 if only per_page is given. Without both the list is whole. */
      readonly page?: number;
      /** Items per page; 20 if only page is given. Without both the list is whole. */
      readonly per_page?: number;
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: undefined;
    answer: {
      readonly data: {
        readonly id: string;
        readonly domain_id: string;
        readonly reporter: string;
        readonly date_range: { readonly begin: string; readonly end: string };
        /** Messages in the report. */
        readonly total_count: number;
        /** Messages that passed DMARC. */
        readonly pass_count: number;
        /** Messages that failed DMARC. */
        readonly fail_count: number;
        /** Percent with one decimal; 0 without messages. */
        readonly pass_rate: number;
        readonly received_at: string;
        /** Why the report is trusted. dmarc: DMARC proves that the reporter sent the mail. dkim: A DKIM signature proves that the reporter sent the mail. spf: SPF proves that the reporter sent the mail. none: It came by mail, and its sender is not proven. Sums, alerts and report.failure leave it out by default; an organization can include it. upload: The holder of an API key uploaded it. import: The operator imported it. */
        readonly trust: "dmarc" | "dkim" | "spf" | "none" | "upload" | "import";
        /** Why the sender is not proven, a stable code such as bad-signature; null unless trust is none. */
        readonly trust_reason: string | null;
        /** The domain that is proven for the report's mail, and vouches for it: who the reporter is, whatever it calls itself. An organizational domain; null for uploads and imports, where nothing is proven, and for reports of releases before this one. */
        readonly reporter_domain: string | null;
        /** The UTC day since when you get reports that count from this domain; null without one, or if none ever counted. */
        readonly reporter_domain_since: string | null;
        /** The name of the domain; null when the domain is being deleted. */
        readonly domain: string | null;
        /** The policy (p) that the domain published, as the report states it, such as reject; null when the report states none, or while the store of records cannot be reached. */
        readonly policy: string | null;
        /** report_metadata/report_id as the reporter chose it; not unique. */
        readonly reporter_report_id: string;
        /** Address of the reporter. */
        readonly reporter_email: string | null;
        /** Further contact of the reporter. */
        readonly reporter_contact: string | null;
        /** report_metadata/error, in order. */
        readonly errors: readonly string[];
        /** Software of the reporter (RFC 9990). */
        readonly generator: string | null;
        /** The version element. */
        readonly version: string | null;
        /** XML namespace of the root; empty for none. */
        readonly namespace: string;
        /** The policy that the reporter saw: empty for an empty element, null for an absent one. */
        readonly policy_published: {
          /** Domain that the report is about: a lower-case A-label. */ readonly domain: string;
          /** Policy for the domain. */
          readonly p: string | null;
          /** Policy for subdomains. */
          readonly sp: string | null;
          /** Policy for names that do not exist (RFC 9990). */
          readonly np: string | null;
          /** DKIM alignment mode. */
          readonly adkim: string | null;
          /** SPF alignment mode. */
          readonly aspf: string | null;
          /** Percentage of messages that the policy applies to, as written. */
          readonly pct: string | null;
          /** Failure reporting options. */
          readonly fo: string | null;
          /** Test mode (RFC 9990): y or n. */
          readonly testing: string | null;
          /** How the policy was found (RFC 9990): psl or treewalk. */
          readonly discovery_method: string | null;
        };
        /** Records that were read. */
        readonly record_count: number;
        /** Records that could not be read. */
        readonly records_skipped: number;
        /** Irregularities that did not prevent reading. */
        readonly warnings: readonly {
          readonly code: string;
          /** In sentences for people. */
          readonly explanation: string;
          readonly path: string;
          readonly count: number;
        }[];
        /** How the report reached us: smtp, imap, folder, s3, upload or import. */
        readonly channel: string;
        /** Where the XML can be downloaded; null when it is not kept. */
        readonly raw_url: string | null;
        readonly records: readonly {
          readonly source_ip: string;
          /** Reverse name of the address, only if the name leads back to the address. It is looked up in the background, within minutes of the first report that names the address; null when unknown. */
          readonly hostname: string | null;
          /** Owner of the address; null when unknown. */
          readonly organization: string | null;
          /** Two-letter country code; null when unknown. */
          readonly country: string | null;
          /** Messages. */
          readonly count: number;
          readonly dmarc_pass: boolean;
          readonly policy_evaluated: {
            /** What the receiver did: none, quarantine, reject or pass. */ readonly disposition: string;
            /** policy_evaluated/dkim: pass or fail. */
            readonly dkim: string;
            /** policy_evaluated/spf: pass or fail. */
            readonly spf: string;
            readonly reasons: readonly {
              /** Types of the policy override reasons. */ readonly type: string;
              /** Comments of the policy override reasons, in the order of reason_types. */
              readonly comment: string;
            }[];
          };
          readonly identifiers: {
            /** Domain of the From header. */ readonly header_from: string;
            /** Domain of the envelope sender; empty for the null sender, null when not given. */
            readonly envelope_from: string | null;
            /** Domain of the envelope recipient; null when not given. */
            readonly envelope_to: string | null;
          };
          readonly auth_results: {
            readonly dkim: readonly {
              /** Signing domains (d=). */ readonly domain: string;
              /** Selectors (s=), in the order of dkim_domains. */
              readonly selector: string;
              /** DKIM results, in the order of dkim_domains. */
              readonly result: string;
              /** Remarks on the DKIM results, in the order of dkim_domains. */
              readonly human_result: string;
            }[];
            readonly spf: readonly {
              /** Domains that SPF was checked for. */ readonly domain: string;
              /** Scopes of the SPF checks (mfrom, helo), in the order of spf_domains. */
              readonly scope: string;
              /** SPF results, in the order of spf_domains. */
              readonly result: string;
              /** Remarks on the SPF results, in the order of spf_domains. */
              readonly human_result: string;
            }[];
          };
          /** Number of the autonomous system that announces the address; null when unknown. */
          readonly asn: number | null;
          /** The same as hostname, in one form on every route: null when unknown. */
          readonly reverse_name: string | null;
        }[];
      };
    };
  };
  /** Download the XML of a report. */
  downloadReport: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** List what you have said about senders, oldest first. */
  listSenderOverrides: {
    path: undefined;
    query: {
      /** Page number, from 1 to 1,000,000. */ readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly id: string;
        /** What value names. service: A service, by the name that sources show. source_ip: An address, or a range in CIDR notation. domain: A domain that signs the mail, is its envelope sender, or is a parent of its servers' names. */
        readonly kind: "service" | "source_ip" | "domain";
        /** The service, addresses or domain. */
        readonly value: string;
        /** Whether your organization sends mail there. */
        readonly ours: boolean;
        /** Why, for those who read it later. */
        readonly note: string | null;
        readonly created_at: string;
        /** Id of the API key. */
        readonly created_by: string;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
    };
  };
  /** Say that a sender is yours, or is not. */
  createSenderOverride: {
    path: undefined;
    query: undefined;
    body: {
      /** What value names. service: A service, by the name that sources show. source_ip: An address, or a range in CIDR notation. domain: A domain that signs the mail, is its envelope sender, or is a parent of its servers' names. */
      readonly kind: "service" | "source_ip" | "domain";
      /** The service, addresses or domain. */
      readonly value: string;
      /** Whether your organization sends mail there. */
      readonly ours: boolean;
      /** Why, for those who read it later. */
      readonly note?: string | null;
    };
    answer: {
      readonly data: {
        readonly id: string;
        /** What value names. service: A service, by the name that sources show. source_ip: An address, or a range in CIDR notation. domain: A domain that signs the mail, is its envelope sender, or is a parent of its servers' names. */
        readonly kind: "service" | "source_ip" | "domain";
        /** The service, addresses or domain. */
        readonly value: string;
        /** Whether your organization sends mail there. */
        readonly ours: boolean;
        /** Why, for those who read it later. */
        readonly note: string | null;
        readonly created_at: string;
        /** Id of the API key. */
        readonly created_by: string;
      };
    };
  };
  /** Take back what you have said about a sender. */
  deleteSenderOverride: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** List what arrived, newest first. */
  listSubmissions: {
    path: undefined;
    query: {
      /** State of the whole submission. If several apply, the first of refused, held, accepted and duplicate is shown. accepted: It has a new report. duplicate: All its reports were already stored. held: A report in it waits for its domain. refused: Something in it was refused or dropped, or conflicts with a stored report. other: It has no aggregate report. */
      readonly state?: "accepted" | "duplicate" | "held" | "refused" | "other";
      /** How it arrived. smtp: By mail, to the SMTP receiver of the service. imap: Fetched from a mailbox. folder: Read from a watched folder. s3: Read from an S3 bucket. upload: Uploaded with an API key. import: Imported by the operator. */
      readonly channel?: "smtp" | "imap" | "folder" | "s3" | "upload" | "import";
      /** Limits the answer to these domains, at most 100; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** Only submissions with a report about this policy domain, also one that no organization has. */
      readonly domain?: string;
      /** Only submissions with an entry that has this reason: unknown-domain, tls-report, failure-report, complaint, other-content, no-usable-record. */
      readonly reason?: string;
      /** Only submissions received at this time or later. */
      readonly since?: string;
      /** Only submissions received before this time. */
      readonly until?: string;
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly id: string;
        /** State of the whole submission. If several apply, the first of refused, held, accepted and duplicate is shown. accepted: It has a new report. duplicate: All its reports were already stored. held: A report in it waits for its domain. refused: Something in it was refused or dropped, or conflicts with a stored report. other: It has no aggregate report. */
        readonly state: "accepted" | "duplicate" | "held" | "refused" | "other";
        /** How it arrived; null if an earlier release received it and did not record this. smtp: By mail, to the SMTP receiver of the service. imap: Fetched from a mailbox. folder: Read from a watched folder. s3: Read from an S3 bucket. upload: Uploaded with an API key. import: Imported by the operator. */
        readonly channel: "smtp" | "imap" | "folder" | "s3" | "upload" | "import" | null;
        /** File name, or subject of a mail; written by the sender. */
        readonly name: string | null;
        readonly received_at: string;
        /** Size as it arrived. */
        readonly size_bytes: number | null;
        /** SHA-256 of the bytes as they arrived, hexadecimal; null if the body was larger than the limit. */
        readonly sha256: string | null;
        /** Where the bytes can be downloaded; null when they are not kept. */
        readonly raw_url: string | null;
        /** The entries by outcome, the most frequent first. */
        readonly outcomes: readonly {
          /** Outcome of the entry. accepted: Durable, not processed yet. stored: Its numbers count. duplicate: The same report is already stored. conflict: A report with this identity was stored with other content. The first one counts; this one is kept. held: Waits until its domain is added and verified. refused: See reason. not-aggregate: Not an aggregate report. dropped: Its domain was deleted before it was processed. */
          readonly outcome:
            | "accepted"
            | "stored"
            | "duplicate"
            | "conflict"
            | "held"
            | "refused"
            | "not-aggregate"
            | "dropped";
          /** Stable code for every outcome except accepted and stored; of those no-usable-record, if the report counts no message for no record of it is usable. */
          readonly reason: string | null;
          /** Entries with this outcome. */
          readonly entries: number;
        }[];
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
    };
  };
  /** Count what arrived, by state. */
  countSubmissions: {
    path: undefined;
    query: {
      /** How it arrived. smtp: By mail, to the SMTP receiver of the service. imap: Fetched from a mailbox. folder: Read from a watched folder. s3: Read from an S3 bucket. upload: Uploaded with an API key. import: Imported by the operator. */
      readonly channel?: "smtp" | "imap" | "folder" | "s3" | "upload" | "import";
      /** Limits the answer to these domains, at most 100; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** Only submissions with a report about this policy domain, also one that no organization has. */
      readonly domain?: string;
      /** Only submissions with an entry that has this reason: unknown-domain, tls-report, failure-report, complaint, other-content, no-usable-record. */
      readonly reason?: string;
      /** Only submissions received at this time or later. */
      readonly since?: string;
      /** Only submissions received before this time. */
      readonly until?: string;
    };
    body: undefined;
    answer: {
      readonly data: {
        /** Submissions in all states. */ readonly total: number;
        readonly states: readonly {
          /** State of the whole submission. If several apply, the first of refused, held, accepted and duplicate is shown. accepted: It has a new report. duplicate: All its reports were already stored. held: A report in it waits for its domain. refused: Something in it was refused or dropped, or conflicts with a stored report. other: It has no aggregate report. */
          readonly state: "accepted" | "duplicate" | "held" | "refused" | "other";
          /** Submissions in this state. */
          readonly submissions: number;
          /** Of held and accepted: since when the oldest entry waits for its domain, or to be stored; null: none waits. */
          readonly waiting_since: string | null;
        }[];
        /** When the oldest submission counted arrived; null: all are counted. */
        readonly counted_from: string | null;
      };
    };
  };
  /** Read the outcome of a submission. */
  readSubmission: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        readonly id: string;
        /** State of the whole submission. If several apply, the first of refused, held, accepted and duplicate is shown. accepted: It has a new report. duplicate: All its reports were already stored. held: A report in it waits for its domain. refused: Something in it was refused or dropped, or conflicts with a stored report. other: It has no aggregate report. */
        readonly state: "accepted" | "duplicate" | "held" | "refused" | "other";
        /** How it arrived; null if an earlier release received it and did not record this. smtp: By mail, to the SMTP receiver of the service. imap: Fetched from a mailbox. folder: Read from a watched folder. s3: Read from an S3 bucket. upload: Uploaded with an API key. import: Imported by the operator. */
        readonly channel: "smtp" | "imap" | "folder" | "s3" | "upload" | "import" | null;
        /** File name, or subject of a mail; written by the sender. */
        readonly name: string | null;
        readonly received_at: string;
        /** Size as it arrived. */
        readonly size_bytes: number | null;
        /** SHA-256 of the bytes as they arrived, hexadecimal; null if the body was larger than the limit. */
        readonly sha256: string | null;
        /** Where the bytes can be downloaded; null when they are not kept. */
        readonly raw_url: string | null;
        /** When its first outcome was known. */
        readonly created_at: string;
        /** Whether every outcome is final. */
        readonly final: boolean;
        /** The reports and other entries found; a report that is still being read is not listed yet. */
        readonly entries: readonly {
          /** Position in the submission, from 0. */ readonly entry: number;
          /** Where in the submission it was found. */
          readonly path: string | null;
          /** Outcome of the entry. accepted: Durable, not processed yet. stored: Its numbers count. duplicate: The same report is already stored. conflict: A report with this identity was stored with other content. The first one counts; this one is kept. held: Waits until its domain is added and verified. refused: See reason. not-aggregate: Not an aggregate report. dropped: Its domain was deleted before it was processed. */
          readonly outcome:
            | "accepted"
            | "stored"
            | "duplicate"
            | "conflict"
            | "held"
            | "refused"
            | "not-aggregate"
            | "dropped";
          /** Whether the outcome is final: false for accepted and held. */
          readonly final: boolean;
          /** Stable code for every outcome except accepted and stored; of those no-usable-record, if the report counts no message for no record of it is usable. */
          readonly reason: string | null;
          /** What is wrong, where, and what to do, in sentences for people. */
          readonly detail: string | null;
          /** The report, if it could be read. */
          readonly report_id: string | null;
          /** The domain it counts for. */
          readonly domain_id: string | null;
          /** The policy domain that the report states. */
          readonly domain: string | null;
          /** What the report's mail proves, and why the report is believed or not; null if it did not come by mail, or came before this was kept. */
          readonly proof: {
            /** The report's trust, as in GET /reports. dmarc: DMARC proves that the reporter sent the mail. dkim: A DKIM signature proves that the reporter sent the mail. spf: SPF proves that the reporter sent the mail. none: It came by mail, and its sender is not proven. Sums, alerts and report.failure leave it out by default; an organization can include it. upload: The holder of an API key uploaded it. import: The operator imported it. */
            readonly trust: "dmarc" | "dkim" | "spf" | "none" | "upload" | "import";
            /** Why the sender is not proven to be the reporter; null unless trust is none. */
            readonly reason: string | null;
            /** Why this trust, in one sentence. */
            readonly explanation: string;
            /** The From address of the mail around the report, or its domain. */
            readonly from: string | null;
            /** The organizational domain that is proven, and vouches for the report. */
            readonly reporter_domain: string | null;
            /** What proves the domain; null: nothing does. */
            readonly evidence: {
              /** dkim: A DKIM signature. spf: An SPF check. */ readonly kind: "dkim" | "spf";
              /** The domain that signed, or that SPF was checked for. */
              readonly domain: string;
              /** Selector of the signature; null for SPF. */
              readonly selector: string | null;
              /** Names of the header fields that the signature covers; none for SPF. */
              readonly signed_fields: readonly string[];
            } | null;
          } | null;
        }[];
      };
    };
  };
  /** Download a submission as it arrived. */
  downloadSubmission: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** List domains. */
  listDomains: {
    path: undefined;
    query: {
      /** Whether ownership is verified. pending: Not verified yet. verified: Ownership is proven, and reports are stored. failed: The last verification failed. You can try again. */
      readonly status?: "pending" | "verified" | "failed";
      /** Part of the name, of the client reference or of a label; case is ignored. */
      readonly search?: string;
      /** Domains with this label; repeat it for domains with any of several. */
      readonly label?: string | readonly string[];
      /** Domains with this client reference; repeat it for any of several. */
      readonly client_reference?: string | readonly string[];
      /** Domains with this policy, as shown; unknown: neither DNS nor a report has shown one. Repeat it for any of several. */
      readonly dmarc_policy?:
        | "none"
        | "quarantine"
        | "reject"
        | "unknown"
        | readonly ("none" | "quarantine" | "reject" | "unknown")[];
      /** Domains in this state; repeat it for any of several. ok: Reports go to this service, or to a mailbox of your own. missing: There is no DMARC record. different: The record is invalid, or reports go elsewhere. unknown: DNS did not answer. unchecked: DNS was never looked up. ok: Reports go to this service, or to a mailbox of your own. missing: There is no DMARC record. different: The record is invalid, or reports go elsewhere. unknown: DNS did not answer. unchecked: DNS was never looked up. */
      readonly dns_state?:
        | "ok"
        | "missing"
        | "different"
        | "unknown"
        | "unchecked"
        | readonly ("ok" | "missing" | "different" | "unknown" | "unchecked")[];
      /** Domains with mail in the last 30 days and a lower pass rate than this. */
      readonly pass_rate_below?: number;
      /** Domains with mail in the last 30 days and a higher pass rate than this. */
      readonly pass_rate_above?: number;
      /** Domains with at least this many UTC days without a report that counts, up to yesterday. Days count from latest_day or, if later, from the day of the verification. The time of receipt does not matter, so an import of old reports changes nothing. A domain that was never verified is left out. */
      readonly silent_days?: number;
      /** true: domains with an open alert; false: those without. */
      readonly has_alerts?: boolean;
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
      /** Field to sort by; a leading minus sign sorts in descending order. */
      readonly sort?:
        | "domain"
        | "-domain"
        | "status"
        | "-status"
        | "created_at"
        | "-created_at"
        | "verified_at"
        | "-verified_at"
        | "pass_rate"
        | "-pass_rate"
        | "messages"
        | "-messages"
        | "pass_rate_change"
        | "-pass_rate_change"
        | "last_report_at"
        | "-last_report_at"
        | "dmarc_policy"
        | "-dmarc_policy"
        | "open_alerts"
        | "-open_alerts"
        | "client_reference"
        | "-client_reference";
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly id: string;
        /** The name as A-label. */
        readonly domain: string;
        /** Whether ownership is verified. pending: Not verified yet. verified: Ownership is proven, and reports are stored. failed: The last verification failed. You can try again. */
        readonly status: "pending" | "verified" | "failed";
        /** The policy last seen in DNS or, if no policy was seen there, the one in the newest report about the domain. null: unknown. */
        readonly dmarc_policy: "none" | "quarantine" | "reject" | null;
        /** DMARC pass rate of the last 30 days, one decimal; 0 when there was no mail. */
        readonly pass_rate: number;
        readonly created_at: string;
        /** When it was last verified; null: not yet. */
        readonly verified_at: string | null;
        /** Your labels for the domain. */
        readonly labels: readonly string[];
        /** Your reference for the client who owns the domain; null: not set. */
        readonly client_reference: string | null;
        /** Messages of the last 30 days that count. */
        readonly messages: number;
        /** Percentage points that the pass rate has gained against the 30 days before; null: there was no mail in one of the periods. */
        readonly pass_rate_change: number | null;
        /** Last UTC day that a report that counts is about; null: there is none. */
        readonly latest_day: string | null;
        /** When the newest report that counts was received; null: there is none. */
        readonly last_report_at: string | null;
        /** State of the DMARC record at the last check, the domain's own or an inherited one. GET /api/v1/domains/:id/dns shows every record. ok: Reports go to this service, or to a mailbox of your own. missing: There is no DMARC record. different: The record is invalid, or reports go elsewhere. unknown: DNS did not answer. unchecked: DNS was never looked up. */
        readonly dns_state: "ok" | "missing" | "different" | "unknown" | "unchecked";
        /** Where reports go while dns_state is ok; null: dns_state is not ok. service: A mailbox of this service. own: A mailbox of your own: its reports arrive here, or you listed it in report_addresses. */
        readonly report_mailbox: "service" | "own" | null;
        /** The parent domain whose DMARC record sets dmarc_policy (RFC 9989, section 4.10); null: the domain's own record, or a report. */
        readonly dmarc_policy_inherited_from: string | null;
        /** When DNS was last looked up; null: never. */
        readonly dns_checked_at: string | null;
        /** Alerts that were triggered and have not ended. */
        readonly open_alerts: number;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
    };
  };
  /** Add a domain; it is pending until verified. */
  createDomain: {
    path: undefined;
    query: undefined;
    body: {
      /** Name of the domain; an internationalized name may be given in Unicode. */ readonly domain: string;
      /** Your reference for the client who owns the domain; null: not set. */
      readonly client_reference?: string | null;
      /** Your labels for the domain. */
      readonly labels?: readonly string[];
    };
    answer: {
      readonly data: {
        readonly id: string;
        /** The name as A-label. */
        readonly domain: string;
        /** Whether ownership is verified. pending: Not verified yet. verified: Ownership is proven, and reports are stored. failed: The last verification failed. You can try again. */
        readonly status: "pending" | "verified" | "failed";
        /** Token to publish as a TXT record; see GET /api/v1/domains/:id/dns. */
        readonly verification_token: string;
        readonly created_at: string;
      };
    };
  };
  /** List the client references that domains have. */
  listClients: {
    path: undefined;
    query: {
      /** Part of the name; case is ignored. */ readonly search?: string;
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly client_reference: string;
        /** Domains that have it. */
        readonly domains: number;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
    };
  };
  /** List the labels that domains have. */
  listLabels: {
    path: undefined;
    query: {
      /** Part of the name; case is ignored. */ readonly search?: string;
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly label: string;
        /** Domains that have it. */
        readonly domains: number;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
    };
  };
  /** Add up to 1,000 domains; each has its own result. */
  createDomains: {
    path: undefined;
    query: undefined;
    body: {
      /** At most 1,000. */
      readonly domains: readonly {
        /** Name of the domain; an internationalized name may be given in Unicode. */ readonly domain: string;
        /** Your reference for the client who owns the domain; null: not set. */
        readonly client_reference?: string | null;
        /** Your labels for the domain. */
        readonly labels?: readonly string[];
      }[];
    };
    answer: {
      /** In the order of the request. */
      readonly data: readonly {
        /** The name as given. */ readonly domain: string;
        /** created: The domain was added. duplicate: The name is already one of your domains, appears earlier in this list, or is being deleted. invalid: The name is refused; see reason. */
        readonly result: "created" | "duplicate" | "invalid";
        readonly data?: {
          readonly id: string;
          /** The name as A-label. */
          readonly domain: string;
          /** Whether ownership is verified. pending: Not verified yet. verified: Ownership is proven, and reports are stored. failed: The last verification failed. You can try again. */
          readonly status: "pending" | "verified" | "failed";
          /** Token to publish as a TXT record; see GET /api/v1/domains/:id/dns. */
          readonly verification_token: string;
          readonly created_at: string;
        };
        /** Stable code for why the name is invalid. */
        readonly reason?: string;
        readonly detail?: string;
      }[];
      readonly meta: {
        /** Names in the request. */ readonly total: number;
        /** Added. */
        readonly created: number;
        /** Already present. */
        readonly duplicate: number;
        /** Invalid names. */
        readonly invalid: number;
      };
    };
  };
  /** Read a domain with its settings and figures. */
  readDomain: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        readonly id: string;
        /** The name as A-label. */
        readonly domain: string;
        /** Whether ownership is verified. pending: Not verified yet. verified: Ownership is proven, and reports are stored. failed: The last verification failed. You can try again. */
        readonly status: "pending" | "verified" | "failed";
        /** The policy last seen in DNS or, if no policy was seen there, the one in the newest report about the domain. null: unknown. */
        readonly dmarc_policy: "none" | "quarantine" | "reject" | null;
        /** DMARC pass rate of the last 30 days, one decimal; 0 when there was no mail. */
        readonly pass_rate: number;
        readonly created_at: string;
        /** When it was last verified; null: not yet. */
        readonly verified_at: string | null;
        /** Your labels for the domain. */
        readonly labels: readonly string[];
        /** Your reference for the client who owns the domain; null: not set. */
        readonly client_reference: string | null;
        /** Messages of the last 30 days that count. */
        readonly messages: number;
        /** Percentage points that the pass rate has gained against the 30 days before; null: there was no mail in one of the periods. */
        readonly pass_rate_change: number | null;
        /** Last UTC day that a report that counts is about; null: there is none. */
        readonly latest_day: string | null;
        /** When the newest report that counts was received; null: there is none. */
        readonly last_report_at: string | null;
        /** State of the DMARC record at the last check, the domain's own or an inherited one. GET /api/v1/domains/:id/dns shows every record. ok: Reports go to this service, or to a mailbox of your own. missing: There is no DMARC record. different: The record is invalid, or reports go elsewhere. unknown: DNS did not answer. unchecked: DNS was never looked up. */
        readonly dns_state: "ok" | "missing" | "different" | "unknown" | "unchecked";
        /** Where reports go while dns_state is ok; null: dns_state is not ok. service: A mailbox of this service. own: A mailbox of your own: its reports arrive here, or you listed it in report_addresses. */
        readonly report_mailbox: "service" | "own" | null;
        /** The parent domain whose DMARC record sets dmarc_policy (RFC 9989, section 4.10); null: the domain's own record, or a report. */
        readonly dmarc_policy_inherited_from: string | null;
        /** When DNS was last looked up; null: never. */
        readonly dns_checked_at: string | null;
        /** Alerts that were triggered and have not ended. */
        readonly open_alerts: number;
        readonly settings: {
          /** When to raise the event alert.triggered. */
          readonly alert_rules: {
            /** Less than `below` percent of the messages in the window pass DMARC. Forged ones do not count, unless `of` is all. */
            readonly pass_rate: {
              /** Whether the rule is active. */ readonly enabled: boolean;
              /** Percent. */
              readonly below: number;
              /** Length of the window in days, up to now. */
              readonly window_days: number;
              /** With fewer messages in the window the rule does not apply. */
              readonly messages_min: number;
              /** Messages that count. legitimate: all but forged ones, whatever became of them. all: every message of the reports, as pass_rate of the answers. */
              readonly of?: "legitimate" | "all";
            };
            /** A source that was never seen before sends failing messages, other than forged ones that receivers refused. */
            readonly new_source: {
              /** Whether the rule is active. */ readonly enabled: boolean;
              /** Smallest number of failing messages that triggers an alert. */
              readonly failures_min: number;
            };
            /** Many more messages fail in a day than usually do, without forged ones that receivers refused. */
            readonly failure_volume: {
              /** Whether the rule is active. */ readonly enabled: boolean;
              /** Factor above the usual number. */
              readonly times: number;
              /** With fewer failing messages in a day the rule does not apply. */
              readonly failures_min: number;
            };
            /** There are no reports about some days. */
            readonly missing_reports: {
              /** Whether the rule is active. */ readonly enabled: boolean;
              /** UTC days without a report that counts, beyond the usual gap between days with reports. */
              readonly days: number;
            };
            /** Reporters whose first report came less than 7 days ago state more messages than all others together in 7 days. */
            readonly new_reporter: {
              /** Whether the rule is active. */ readonly enabled: boolean;
              /** With fewer messages of new reporters the rule does not apply. */
              readonly messages_min: number;
            };
          };
          /** Whether to check the domain's DNS records for changes. */
          readonly dns_watch: boolean;
          /** Your labels for the domain. */
          readonly labels: readonly string[];
          /** Your reference for the client who owns the domain; null: not set. */
          readonly client_reference: string | null;
          /** Days that reports are kept, counted from their UTC day. Older reports are deleted within two hours, and stay deleted if sent again. null: reports are kept indefinitely. */
          readonly retention_days: number | null;
          /** Days that the XML of reports is kept for download, counted from the UTC day of the report, at most as long as the report. What arrived together with reports of other domains is kept until all of them allow its deletion. null: as the service is set. */
          readonly raw_retention_days: number | null;
          /** Your own addresses that are right in the rua of the domain's DMARC record, for example a mailbox that this service collects. The DNS state is then ok without the service's mailbox. */
          readonly report_addresses: readonly string[];
        };
      };
    };
  };
  /** Change settings of a domain; settings that are not given stay unchanged. */
  updateDomain: {
    path: { readonly id: string };
    query: undefined;
    body: {
      /** A rule that is given replaces the previous one completely; the others stay unchanged. */
      readonly alert_rules?: {
        /** Less than `below` percent of the messages in the window pass DMARC. Forged ones do not count, unless `of` is all. */
        readonly pass_rate?: {
          /** Whether the rule is active. */ readonly enabled: boolean;
          /** Percent. */
          readonly below: number;
          /** Length of the window in days, up to now. */
          readonly window_days: number;
          /** With fewer messages in the window the rule does not apply. */
          readonly messages_min: number;
          /** Messages that count. legitimate: all but forged ones, whatever became of them. all: every message of the reports, as pass_rate of the answers. */
          readonly of?: "legitimate" | "all";
        };
        /** A source that was never seen before sends failing messages, other than forged ones that receivers refused. */
        readonly new_source?: {
          /** Whether the rule is active. */ readonly enabled: boolean;
          /** Smallest number of failing messages that triggers an alert. */
          readonly failures_min: number;
        };
        /** Many more messages fail in a day than usually do, without forged ones that receivers refused. */
        readonly failure_volume?: {
          /** Whether the rule is active. */ readonly enabled: boolean;
          /** Factor above the usual number. */
          readonly times: number;
          /** With fewer failing messages in a day the rule does not apply. */
          readonly failures_min: number;
        };
        /** There are no reports about some days. */
        readonly missing_reports?: {
          /** Whether the rule is active. */ readonly enabled: boolean;
          /** UTC days without a report that counts, beyond the usual gap between days with reports. */
          readonly days: number;
        };
        /** Reporters whose first report came less than 7 days ago state more messages than all others together in 7 days. */
        readonly new_reporter?: {
          /** Whether the rule is active. */ readonly enabled: boolean;
          /** With fewer messages of new reporters the rule does not apply. */
          readonly messages_min: number;
        };
      };
      /** Whether to check the domain's DNS records for changes. */
      readonly dns_watch?: boolean;
      /** Your labels for the domain. */
      readonly labels?: readonly string[];
      /** Your reference for the client who owns the domain; null: not set. */
      readonly client_reference?: string | null;
      /** Days that reports are kept, counted from their UTC day. Older reports are deleted within two hours, and stay deleted if sent again. null: reports are kept indefinitely. */
      readonly retention_days?: number | null;
      /** Days that the XML of reports is kept for download, counted from the UTC day of the report, at most as long as the report. What arrived together with reports of other domains is kept until all of them allow its deletion. null: as the service is set. */
      readonly raw_retention_days?: number | null;
      /** Your own addresses that are right in the rua of the domain's DMARC record, for example a mailbox that this service collects. The DNS state is then ok without the service's mailbox. */
      readonly report_addresses?: readonly string[];
    };
    answer: {
      readonly data: {
        readonly id: string;
        /** The name as A-label. */
        readonly domain: string;
        /** Whether ownership is verified. pending: Not verified yet. verified: Ownership is proven, and reports are stored. failed: The last verification failed. You can try again. */
        readonly status: "pending" | "verified" | "failed";
        /** The policy last seen in DNS or, if no policy was seen there, the one in the newest report about the domain. null: unknown. */
        readonly dmarc_policy: "none" | "quarantine" | "reject" | null;
        /** DMARC pass rate of the last 30 days, one decimal; 0 when there was no mail. */
        readonly pass_rate: number;
        readonly created_at: string;
        /** When it was last verified; null: not yet. */
        readonly verified_at: string | null;
        /** Your labels for the domain. */
        readonly labels: readonly string[];
        /** Your reference for the client who owns the domain; null: not set. */
        readonly client_reference: string | null;
        /** Messages of the last 30 days that count. */
        readonly messages: number;
        /** Percentage points that the pass rate has gained against the 30 days before; null: there was no mail in one of the periods. */
        readonly pass_rate_change: number | null;
        /** Last UTC day that a report that counts is about; null: there is none. */
        readonly latest_day: string | null;
        /** When the newest report that counts was received; null: there is none. */
        readonly last_report_at: string | null;
        /** State of the DMARC record at the last check, the domain's own or an inherited one. GET /api/v1/domains/:id/dns shows every record. ok: Reports go to this service, or to a mailbox of your own. missing: There is no DMARC record. different: The record is invalid, or reports go elsewhere. unknown: DNS did not answer. unchecked: DNS was never looked up. */
        readonly dns_state: "ok" | "missing" | "different" | "unknown" | "unchecked";
        /** Where reports go while dns_state is ok; null: dns_state is not ok. service: A mailbox of this service. own: A mailbox of your own: its reports arrive here, or you listed it in report_addresses. */
        readonly report_mailbox: "service" | "own" | null;
        /** The parent domain whose DMARC record sets dmarc_policy (RFC 9989, section 4.10); null: the domain's own record, or a report. */
        readonly dmarc_policy_inherited_from: string | null;
        /** When DNS was last looked up; null: never. */
        readonly dns_checked_at: string | null;
        /** Alerts that were triggered and have not ended. */
        readonly open_alerts: number;
        readonly settings: {
          /** When to raise the event alert.triggered. */
          readonly alert_rules: {
            /** Less than `below` percent of the messages in the window pass DMARC. Forged ones do not count, unless `of` is all. */
            readonly pass_rate: {
              /** Whether the rule is active. */ readonly enabled: boolean;
              /** Percent. */
              readonly below: number;
              /** Length of the window in days, up to now. */
              readonly window_days: number;
              /** With fewer messages in the window the rule does not apply. */
              readonly messages_min: number;
              /** Messages that count. legitimate: all but forged ones, whatever became of them. all: every message of the reports, as pass_rate of the answers. */
              readonly of?: "legitimate" | "all";
            };
            /** A source that was never seen before sends failing messages, other than forged ones that receivers refused. */
            readonly new_source: {
              /** Whether the rule is active. */ readonly enabled: boolean;
              /** Smallest number of failing messages that triggers an alert. */
              readonly failures_min: number;
            };
            /** Many more messages fail in a day than usually do, without forged ones that receivers refused. */
            readonly failure_volume: {
              /** Whether the rule is active. */ readonly enabled: boolean;
              /** Factor above the usual number. */
              readonly times: number;
              /** With fewer failing messages in a day the rule does not apply. */
              readonly failures_min: number;
            };
            /** There are no reports about some days. */
            readonly missing_reports: {
              /** Whether the rule is active. */ readonly enabled: boolean;
              /** UTC days without a report that counts, beyond the usual gap between days with reports. */
              readonly days: number;
            };
            /** Reporters whose first report came less than 7 days ago state more messages than all others together in 7 days. */
            readonly new_reporter: {
              /** Whether the rule is active. */ readonly enabled: boolean;
              /** With fewer messages of new reporters the rule does not apply. */
              readonly messages_min: number;
            };
          };
          /** Whether to check the domain's DNS records for changes. */
          readonly dns_watch: boolean;
          /** Your labels for the domain. */
          readonly labels: readonly string[];
          /** Your reference for the client who owns the domain; null: not set. */
          readonly client_reference: string | null;
          /** Days that reports are kept, counted from their UTC day. Older reports are deleted within two hours, and stay deleted if sent again. null: reports are kept indefinitely. */
          readonly retention_days: number | null;
          /** Days that the XML of reports is kept for download, counted from the UTC day of the report, at most as long as the report. What arrived together with reports of other domains is kept until all of them allow its deletion. null: as the service is set. */
          readonly raw_retention_days: number | null;
          /** Your own addresses that are right in the rua of the domain's DMARC record, for example a mailbox that this service collects. The DNS state is then ok without the service's mailbox. */
          readonly report_addresses: readonly string[];
        };
      };
    };
  };
  /** Delete a domain and all its reports permanently. */
  deleteDomain: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** The DNS records to publish, and what is published. */
  readDomainDns: {
    path: { readonly id: string };
    query: {
      /** Looks DNS up now, instead of answering from the last check. */ readonly check?: "now";
    };
    body: undefined;
    answer: {
      readonly data: {
        readonly dmarc: {
          /** Relative to the domain. */ readonly host: string;
          readonly type: "TXT";
          /** What to publish. */
          readonly value: string;
        };
        readonly mta_sts: {
          /** Relative to the domain. */ readonly host: string;
          readonly type: "TXT";
          /** What to publish. */
          readonly value: string;
        };
        readonly verification: {
          /** Relative to the domain. */ readonly host: string;
          readonly type: "TXT";
          /** What to publish. */
          readonly value: string;
        };
      };
      /** What was published when DNS was last looked up, and what is missing. */
      readonly meta: {
        /** When DNS was looked up; null: not yet. */ readonly checked_at: string | null;
        /** What was published then, compared with what is required. */
        readonly published: {
          readonly dmarc: {
            /** The full name that was looked up. */ readonly name: string;
            /** ok: The record is as required. missing: There is no such record. different: The record is not as required. unknown: DNS did not answer, or the record was not looked up yet. */
            readonly state: "ok" | "missing" | "different" | "unknown";
            /** The records that were published at that time. */
            readonly found: readonly string[];
            /** What is wrong and how to fix it. */
            readonly detail: string;
            /** Where reports go; null: unknown. service: A mailbox of this service. own: A mailbox of your own: its reports arrive here, or you listed it in report_addresses. */
            readonly mailbox: "service" | "own" | null;
            /** The parent domain whose record counts, because the domain has none (RFC 9989, section 4.10); null: the domain's own record. */
            readonly inherited_from: string | null;
          };
          readonly mta_sts: {
            /** The full name that was looked up. */ readonly name: string;
            /** ok: The record is as required. missing: There is no such record. different: The record is not as required. unknown: DNS did not answer, or the record was not looked up yet. */
            readonly state: "ok" | "missing" | "different" | "unknown";
            /** The records that were published at that time. */
            readonly found: readonly string[];
            /** What is wrong and how to fix it. */
            readonly detail: string;
          };
          readonly verification: {
            /** The full name that was looked up. */ readonly name: string;
            /** ok: The record is as required. missing: There is no such record. different: The record is not as required. unknown: DNS did not answer, or the record was not looked up yet. */
            readonly state: "ok" | "missing" | "different" | "unknown";
            /** The records that were published at that time. */
            readonly found: readonly string[];
            /** What is wrong and how to fix it. */
            readonly detail: string;
          };
          /** The record by which the service agrees to receive the domain's reports (RFC 7489, section 7.1). The operator publishes it; null: not needed. */
          readonly report_authorization: {
            /** The full name that was looked up. */ readonly name: string;
            /** ok: The record is as required. missing: There is no such record. different: The record is not as required. unknown: DNS did not answer, or the record was not looked up yet. */
            readonly state: "ok" | "missing" | "different" | "unknown";
            /** The records that were published at that time. */
            readonly found: readonly string[];
            /** What is wrong and how to fix it. */
            readonly detail: string;
            /** How the record must begin. */
            readonly expected: string;
          } | null;
        };
        /** The entries of published whose state is missing or different. Without report_authorization, which the operator publishes. */
        readonly missing: readonly string[];
        /** Faults of the published or inherited DMARC record, with the tag, what is wrong, and what receivers do; and what to know before you publish the records. Usually empty. */
        readonly warnings: readonly string[];
      };
    };
  };
  /** List changes of a domain's DNS records, newest first. */
  listDomainDnsHistory: {
    path: { readonly id: string };
    query: {
      /** Page number, from 1 to 1,000,000. */ readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        /** Which of the domain's records. dmarc: The DMARC record. mta_sts: The MTA-STS record. verification: The record with the verification token. report_authorization: The record by which the service agrees to receive the domain's reports. */
        readonly record: "dmarc" | "mta_sts" | "verification" | "report_authorization";
        /** Name that was looked up. */
        readonly host: string;
        /** The previous record, one line for each text; null: no record. */
        readonly old: string | null;
        /** The record since then; null: no record. */
        readonly new: string | null;
        /** The differences in words; empty for the first entry of a record. */
        readonly differences: readonly string[];
        /** When the record was looked up. */
        readonly checked_at: string;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
    };
  };
  /** Show the mail of a domain whose sender is not proven, by day. */
  listUnprovenMail: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly data: readonly {
        /** UTC day of the receipt. */ readonly day: string;
        /** Records of the reports that were taken. */
        readonly records: number;
        /** Size of their mails. */
        readonly bytes: number;
        /** Mails beyond the bounds. Their senders were told to try again later; a mail counts with each attempt. */
        readonly deferred_mails: number;
        /** Size of these mails. */
        readonly deferred_bytes: number;
      }[];
    };
  };
  /** Verify that you own a domain. */
  verifyDomain: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        readonly id: string;
        /** The name as A-label. */
        readonly domain: string;
        /** Whether ownership is verified. pending: Not verified yet. verified: Ownership is proven, and reports are stored. failed: The last verification failed. You can try again. */
        readonly status: "pending" | "verified" | "failed";
        /** When it was last verified; null: not yet. */
        readonly verified_at: string | null;
      };
      readonly message: string;
    };
  };
  /** Show whether a domain can publish p=reject, what it would lose, and the obstacles. */
  readDomainReadiness: {
    path: { readonly id: string };
    query: {
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Which reports count. authentic: The default: without mail from senders that are not proven to be the reporter. all: All reports. An organization can make this its default. none: Only mail from senders that are not proven to be the reporter. */
      readonly trust?: "authentic" | "all" | "none";
    };
    body: undefined;
    answer: {
      readonly data: {
        readonly domain_id: string;
        readonly domain: string;
        /** The policy that is published, as far as it is known. */
        readonly dmarc_policy: string | null;
        /** Whether nothing speaks against p=reject. */
        readonly ready: boolean;
        /** What speaks against it. */
        readonly reasons: readonly {
          /** no_mail, little_mail, own_mail_fails, unknown_mail_fails; more may be added. */ readonly code: string;
          readonly explanation: string;
        }[];
        /** What would be lost under a policy. Spoofed mail counts nowhere. */
        readonly scenarios: {
          /** p=quarantine: what would go to the junk folder. */
          readonly quarantine: {
            /** Legitimate messages that would be lost. low: without unknown mail; high: with it. */
            readonly lost: { readonly low: number; readonly high: number };
            /** Legitimate messages that the policy concerns. low: without unknown mail; high: with it. */
            readonly of: { readonly low: number; readonly high: number };
            /** Their share in percent, over all ways in which unknown mail could be yours or not; null: the policy concerns no mail. */
            readonly lost_rate: { readonly low: number; readonly high: number } | null;
          };
          /** p=reject: the same messages would be refused. */
          readonly reject: {
            /** Legitimate messages that would be lost. low: without unknown mail; high: with it. */
            readonly lost: { readonly low: number; readonly high: number };
            /** Legitimate messages that the policy concerns. low: without unknown mail; high: with it. */
            readonly of: { readonly low: number; readonly high: number };
            /** Their share in percent, over all ways in which unknown mail could be yours or not; null: the policy concerns no mail. */
            readonly lost_rate: { readonly low: number; readonly high: number } | null;
          };
          /** adkim=s as well: DKIM must be of the very domain in the From header. */
          readonly strict_dkim: {
            /** Legitimate messages that would be lost. low: without unknown mail; high: with it. */
            readonly lost: { readonly low: number; readonly high: number };
            /** Legitimate messages that the policy concerns. low: without unknown mail; high: with it. */
            readonly of: { readonly low: number; readonly high: number };
            /** Their share in percent, over all ways in which unknown mail could be yours or not; null: the policy concerns no mail. */
            readonly lost_rate: { readonly low: number; readonly high: number } | null;
          };
          /** aspf=s as well: SPF must be of the very domain in the From header. */
          readonly strict_spf: {
            /** Legitimate messages that would be lost. low: without unknown mail; high: with it. */
            readonly lost: { readonly low: number; readonly high: number };
            /** Legitimate messages that the policy concerns. low: without unknown mail; high: with it. */
            readonly of: { readonly low: number; readonly high: number };
            /** Their share in percent, over all ways in which unknown mail could be yours or not; null: the policy concerns no mail. */
            readonly lost_rate: { readonly low: number; readonly high: number } | null;
          };
          /** adkim=s and aspf=s. */
          readonly strict: {
            /** Legitimate messages that would be lost. low: without unknown mail; high: with it. */
            readonly lost: { readonly low: number; readonly high: number };
            /** Legitimate messages that the policy concerns. low: without unknown mail; high: with it. */
            readonly of: { readonly low: number; readonly high: number };
            /** Their share in percent, over all ways in which unknown mail could be yours or not; null: the policy concerns no mail. */
            readonly lost_rate: { readonly low: number; readonly high: number } | null;
          };
          /** sp=reject alone: only mail with a subdomain in its From header. */
          readonly subdomain_policy: {
            /** Legitimate messages that would be lost. low: without unknown mail; high: with it. */
            readonly lost: { readonly low: number; readonly high: number };
            /** Legitimate messages that the policy concerns. low: without unknown mail; high: with it. */
            readonly of: { readonly low: number; readonly high: number };
            /** Their share in percent, over all ways in which unknown mail could be yours or not; null: the policy concerns no mail. */
            readonly lost_rate: { readonly low: number; readonly high: number } | null;
          };
        };
        /** Messages by class, and those that would fail DMARC. */
        readonly classes: readonly {
          /** compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
          readonly class: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
          /** Messages of this class. */
          readonly messages: number;
          readonly lost: {
            /** p=quarantine: what would go to the junk folder. */ readonly quarantine: number;
            /** p=reject: the same messages would be refused. */
            readonly reject: number;
            /** adkim=s as well: DKIM must be of the very domain in the From header. */
            readonly strict_dkim: number;
            /** aspf=s as well: SPF must be of the very domain in the From header. */
            readonly strict_spf: number;
            /** adkim=s and aspf=s. */
            readonly strict: number;
            /** sp=reject alone: only mail with a subdomain in its From header. */
            readonly subdomain_policy: number;
          };
        }[];
        /** Obstacles to p=reject, most messages first, up to 100. */
        readonly obstacles: readonly {
          /** The service that the source belongs to, derived from what is proven about it; null: not a known service. */
          readonly service: string | null;
          /** compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
          readonly class: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
          /** Why the source has its class, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
          readonly cause: string;
          /** Failing messages that are yours. low: without unknown mail; high: with it. */
          readonly messages: { readonly low: number; readonly high: number };
          /** Addresses with such messages. */
          readonly sources: number;
          /** At most 10 of them. */
          readonly source_ips: readonly string[];
          /** The cause as a sentence with its evidence. Reports supply the names in it. */
          readonly explanation: string;
          /** What to do; null: nothing. */
          readonly next_step: string | null;
          /** Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none. */
          readonly sender: string | null;
          /** Where the sender's name comes from. service: A known service. owner: The owner of the network. hostname: The domain of the reverse name. none: Neither is known. */
          readonly sender_kind: "service" | "owner" | "hostname" | "none";
        }[];
        /** Sources of the period. */
        readonly source_count: number;
        /** Those with legitimate or unknown mail that would be lost with strict alignment, most first: at most 100. */
        readonly sources: readonly {
          readonly source_ip: string;
          /** Reverse name of the address, only if the name leads back to the address. It is looked up in the background, within minutes of the first report that names the address; null when unknown. */
          readonly hostname: string | null;
          /** Owner of the address; null when unknown. */
          readonly organization: string | null;
          /** Two-letter country code; null when unknown. */
          readonly country: string | null;
          /** Number of the autonomous system that announces the address; null when unknown. */
          readonly asn: number | null;
          /** The same as hostname, in one form on every route: null when unknown. */
          readonly reverse_name: string | null;
          /** Messages from this source about the domain. */
          readonly total_count: number;
          /** The service that the source belongs to, derived from what is proven about it; null: not a known service. */
          readonly service: string | null;
          /** What the service does; null without a service. mailbox_provider: Mailboxes for people, under the provider's or the customer's domains. isp: Access to the internet, with the mailboxes and connections of its customers. hosting: Web hosting and servers, from which customers' sites, panels and mail servers send. security_gateway: Filters and relays the mail of an organization that has its mailboxes elsewhere. forwarding: Forwards other people's mail: aliases, redirections and mailing lists. email_delivery: Sends mail for applications, by API or SMTP; other services also send through it. marketing: Newsletters and campaigns. crm: Customer, member and donor relations, and business suites. support: Help desks and service desks. ecommerce: Shops, marketplaces, payments, reviews and bookings. hr_finance: Hiring, payroll, invoices and accounting. events_surveys: Events, webinars, appointments, forms and surveys. collaboration: Files, meetings, projects, signatures and learning. developer: Code, operations and sign-in. social: Social networks. own: The organization's own servers; only overrides use this category. */
          readonly service_category: string | null;
          /** The class of the source's most failing messages, or of most messages if none fails. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
          readonly class: "compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed";
          /** Other classes with at least 5 % of the source's messages, most messages first. compliant: Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out. misconfigured: From a service or server of yours that is not set up for the domain. forwarded: Your mail that another server passed on. unknown: Reports do not show whether it is your mail. spoofed: A stranger's mail with your domain in its From header. */
          readonly also: readonly ("compliant" | "misconfigured" | "forwarded" | "unknown" | "spoofed")[];
          /** Why the source has its class, as a code. passes: It passes. passes_by_spf_only: Only SPF passes. dkim_signed_by_service: DKIM is signed in the service's name instead of the domain's. spf_of_service_unaligned: SPF passes for the service instead of the domain, and DKIM does not sign. onmicrosoft_only: Microsoft 365 signs in its own name: DKIM is not turned on for the domain. default_google_signature: Google Workspace signs in its own name: DKIM is not turned on for the domain. dkim_signature_broken: The DKIM signature does not pass. dkim_key_missing: Receivers cannot check the DKIM signature. dkim_refused_by_policy: Receivers' own rules do not accept the DKIM signature. subdomain_not_aligned_strict: Strict alignment refuses another name of the same owner. spf_missing_include: The SPF record does not list the sender, and DKIM does not sign. spf_permerror: Receivers cannot use the SPF record, and DKIM does not sign. unsigned_and_spf_unaligned: DKIM does not sign for the domain, and SPF passes for another one or not at all. override_ours: You marked the sender as yours, but DKIM does not sign for the domain. forwarded_dkim_survives: It was forwarded, and the signature still passes. forwarded_dkim_broken: It was forwarded, and the signature does not pass. forwarded_envelope_rewritten: It was forwarded under another name. forwarded_unsigned: It was forwarded without a signature. arc_passed: It was forwarded, and receivers trusted the seal of the forwarder. temporary_errors: Receivers could not look up what they needed. results_left_out: The reporters did not say whether it passes, and by its raw results it does. reporter_contradicts_itself: The reports contradict themselves. dkim_never_passes: It is signed for the domain, but no signature passes. foreign_sender: It is authenticated for other domains only. not_enough_evidence: The reports do not show whether it is the domain's. spoofed_no_identity: It is not a known sender of the domain, and nothing authenticates it. spoofed_foreign_identity: It is not a known sender of the domain, and is authenticated for others. override_not_ours: You marked the sender as not yours. not_judged_yet: The source is new and was not judged yet. */
          readonly cause: string;
          /** The cause as a sentence with its evidence. Reports supply the names in it. */
          readonly explanation: string;
          /** What to do; null: nothing. */
          readonly next_step: string | null;
          /** What the cause was derived from. Each list has up to five entries, most messages first. */
          readonly evidence: {
            /** The rule that decided, by its name in the documentation of the rules. */ readonly rule: string;
            /** Messages that the rule decided. */
            readonly messages: number;
            /** Domains of the From header. */
            readonly header_from: readonly string[];
            /** DKIM signatures and what receivers found. */
            readonly dkim: readonly {
              readonly domain: string;
              readonly result: string;
              /** Messages with this result. */
              readonly messages: number;
              /** Null: the report does not name it. */
              readonly selector: string | null;
            }[];
            /** Domains that SPF was checked for. */
            readonly spf: readonly {
              readonly domain: string;
              readonly result: string;
              /** Messages with this result. */
              readonly messages: number;
            }[];
            /** Types of the reasons why receivers did not apply the policy; arc: one of type local_policy that says that ARC passed. */
            readonly reasons: readonly string[];
          };
          readonly lost: {
            /** p=quarantine: what would go to the junk folder. low: without unknown mail; high: with it. */
            readonly quarantine: { readonly low: number; readonly high: number };
            /** p=reject: the same messages would be refused. low: without unknown mail; high: with it. */
            readonly reject: { readonly low: number; readonly high: number };
            /** adkim=s as well: DKIM must be of the very domain in the From header. low: without unknown mail; high: with it. */
            readonly strict_dkim: { readonly low: number; readonly high: number };
            /** aspf=s as well: SPF must be of the very domain in the From header. low: without unknown mail; high: with it. */
            readonly strict_spf: { readonly low: number; readonly high: number };
            /** adkim=s and aspf=s. low: without unknown mail; high: with it. */
            readonly strict: { readonly low: number; readonly high: number };
            /** sp=reject alone: only mail with a subdomain in its From header. low: without unknown mail; high: with it. */
            readonly subdomain_policy: { readonly low: number; readonly high: number };
          };
        }[];
      };
      readonly meta: {
        /** The UTC days that were read, inclusive. */
        readonly period: { readonly start: string; readonly end: string };
        /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
        readonly verdicts?: {
          readonly state: "judging";
          /** Domains of the answer whose sources wait. */
          readonly pending: number;
        };
      };
    };
  };
  /** List who reports about a domain, who is late or stopped, and the policies they saw. */
  listDomainReporters: {
    path: { readonly id: string };
    query: {
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Which reports count. authentic: The default: without mail from senders that are not proven to be the reporter. all: All reports. An organization can make this its default. none: Only mail from senders that are not proven to be the reporter. */
      readonly trust?: "authentic" | "all" | "none";
      /** The next report is due after the end of the last report's period, plus the usual gap, the usual delay (p95, up to 72 hours) and 12 hours. reporting: Its next report is not overdue. late: Its next report is overdue. stopped: No report came for 3 of its usual gaps, and for at least 7 days. occasional: It has reports of fewer than 5 days, too few to expect the next one. */
      readonly state?: "reporting" | "late" | "stopped" | "occasional";
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        /** The name that it gives itself, as the filter reporter takes it. */ readonly reporter: string;
        /** Domains that vouch for its reports, at most 5; empty: they were uploaded or imported, or came before there were such domains. */
        readonly reporter_domains: readonly string[];
        /** The next report is due after the end of the last report's period, plus the usual gap, the usual delay (p95, up to 72 hours) and 12 hours. reporting: Its next report is not overdue. late: Its next report is overdue. stopped: No report came for 3 of its usual gaps, and for at least 7 days. occasional: It has reports of fewer than 5 days, too few to expect the next one. */
        readonly state: "reporting" | "late" | "stopped" | "occasional";
        /** When its next report is due, or was; null: it is occasional. */
        readonly due_at: string | null;
        /** Reports of the period. */
        readonly reports: number;
        /** Messages of the period. */
        readonly messages: number;
        /** Messages of the period that passed DMARC. */
        readonly passed: number;
        /** Messages of the period that failed DMARC. */
        readonly failed: number;
        /** DMARC pass rate; 0 without mail. */
        readonly pass_rate: number;
        /** Share of the domain's messages in the period, in percent. */
        readonly share: number;
        /** UTC days of the period with its reports. */
        readonly days: number;
        /** First UTC day with its reports, in the period or the 90 days up to its end. */
        readonly first_day: string;
        /** The last such day. */
        readonly last_day: string;
        /** 90th percentile of the gap between report days, in days; 0 if there is only one. */
        readonly usual_gap_days: number;
        /** From the end of a report's period to its receipt. */
        readonly usual_delay: {
          /** Half of its reports came sooner. */ readonly median_hours: number;
          /** 19 of 20 came sooner. */
          readonly p95_hours: number;
        };
        /** The policies of the domain itself that its reports state, newest first, at most 20; one that was published for a part of its days is divided there. */
        readonly policies: readonly {
          readonly first_day: string;
          readonly last_day: string;
          /** Reports that state it. */
          readonly reports: number;
          /** Policy, in lower case; null: not stated. */
          readonly p: string | null;
          /** Policy for subdomains, in lower case; null: not stated. */
          readonly sp: string | null;
          /** Policy for names that do not exist, in lower case; null: not stated. */
          readonly np: string | null;
          /** DKIM alignment, in lower case; null: not stated. */
          readonly adkim: string | null;
          /** SPF alignment, in lower case; null: not stated. */
          readonly aspf: string | null;
          /** Percentage, in lower case; null: not stated. */
          readonly pct: string | null;
          /** Test mode, in lower case; null: not stated. */
          readonly testing: string | null;
          /** Whether DNS published this policy at that time: on one of the days from the day before a report's day to the day after. A field that is not stated differs from nothing. null: the DNS history does not cover these days, or no p is stated. */
          readonly matches: boolean | null;
          /** The fields that differ from what was published; p also where no record was published. */
          readonly differs: readonly ("p" | "sp" | "np" | "adkim" | "aspf" | "pct" | "testing")[];
        }[];
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
        /** The UTC days of the sums, inclusive. */
        readonly period: { readonly start: string; readonly end: string };
        /** When the states were judged: now, or the end of a period that is over. */
        readonly as_of: string;
        /** Messages of all reporters in the period. */
        readonly messages: number;
        /** Reporters by state, whatever state was asked for. */
        readonly states: {
          /** Reporters that are reporting. */ readonly reporting: number;
          /** Reporters that are late. */
          readonly late: number;
          /** Reporters that are stopped. */
          readonly stopped: number;
          /** Reporters that are occasional. */
          readonly occasional: number;
        };
        /** Reporters beyond the 1,000 with the most messages, which no page has. */
        readonly reporters_omitted: number;
        /** The newest 7 days of the period, none in the future, oldest first: what has come in, and who is missing. */
        readonly days: readonly {
          readonly date: string;
          /** Messages of the day that have come in. */
          readonly messages: number;
          /** Messages that expected reporters usually have of such a weekday. null: there are no reports of an earlier such weekday. */
          readonly usual_messages: number | null;
          /** Reporters with a report of the day, each counted once. */
          readonly reporters: number;
          /** Reporters that are expected. null: there are no reports of an earlier such weekday. */
          readonly expected_reporters: number | null;
          /** Those of them that have reported the day. null: there are no reports of an earlier such weekday. */
          readonly expected_reported: number | null;
          /** Share of the usual messages, in percent, whose reporters have reported the day: near 100, what is seen is about all there is. null: nothing is expected. */
          readonly complete_share: number | null;
          /** Expected reporters whose report has not come, the largest first: at most 10. */
          readonly missing: readonly {
            readonly reporter: string;
            /** Of the usual messages, in percent. */
            readonly share: number;
          }[];
        }[];
      };
    };
  };
  /** List the domains that need attention, most urgent first. */
  listAttention: {
    path: undefined;
    query: {
      /** Only this reason, or any of several: repeat the parameter. own_mail_lost: Receivers refuse mail of your own senders, or put it into the junk folder. misconfigured_sender: A sender of yours sends messages that fail and are delivered. unknown_sender: Unknown senders send many messages that fail. spoofed_mail_delivered: The domain publishes p=none, so that receivers deliver forged messages. failing_volume: Many more messages fail than usual. pass_rate: The pass rate of legitimate mail is below the domain's threshold. new_senders: New sources send messages that fail. new_reporter: New reporters outweigh all others. silence: No reports come any more. dns_broken: A required record is missing or different. dns_changed: A record changed in the last 7 days. verification_lost: DNS no longer proves the claim. held_reports: Reports wait for the domain's verification. ready_for_enforcement: The domain publishes p=none, and p=reject would lose almost no mail of yours. policy_weaker: The DMARC record asks for less than one that it replaced in the last 30 days. own_mail_lost: Receivers refuse mail of your own senders, or put it into the junk folder. misconfigured_sender: A sender of yours sends messages that fail and are delivered. unknown_sender: Unknown senders send many messages that fail. spoofed_mail_delivered: The domain publishes p=none, so that receivers deliver forged messages. failing_volume: Many more messages fail than usual. pass_rate: The pass rate of legitimate mail is below the domain's threshold. new_senders: New sources send messages that fail. new_reporter: New reporters outweigh all others. silence: No reports come any more. dns_broken: A required record is missing or different. dns_changed: A record changed in the last 7 days. verification_lost: DNS no longer proves the claim. held_reports: Reports wait for the domain's verification. ready_for_enforcement: The domain publishes p=none, and p=reject would lose almost no mail of yours. policy_weaker: The DMARC record asks for less than one that it replaced in the last 30 days. */
      readonly reason?:
        | "own_mail_lost"
        | "misconfigured_sender"
        | "unknown_sender"
        | "spoofed_mail_delivered"
        | "failing_volume"
        | "pass_rate"
        | "new_senders"
        | "new_reporter"
        | "silence"
        | "dns_broken"
        | "dns_changed"
        | "verification_lost"
        | "held_reports"
        | "ready_for_enforcement"
        | "policy_weaker"
        | readonly (
            | "own_mail_lost"
            | "misconfigured_sender"
            | "unknown_sender"
            | "spoofed_mail_delivered"
            | "failing_volume"
            | "pass_rate"
            | "new_senders"
            | "new_reporter"
            | "silence"
            | "dns_broken"
            | "dns_changed"
            | "verification_lost"
            | "held_reports"
            | "ready_for_enforcement"
            | "policy_weaker"
          )[];
      /** Only reasons that began at this time or later, or became much worse then after acknowledgement. */
      readonly since?: string;
      /** Which reasons are listed. true: Only acknowledged reasons. false: Only reasons that are not acknowledged. */
      readonly acknowledged?: "true" | "false";
      /** Limits the answer to these domains, at most 100; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** Part of the domain's name, its client_reference or one of its labels; case is ignored. */
      readonly search?: string;
      /** The order of the domains. rank: The most urgent domains first. client: The domains of a client together, the clients with the highest sum of ranks first. CSV is sorted by rank. */
      readonly sort?: "rank" | "client";
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
      /** Without this parameter the Accept header decides. json: One page, or the whole answer, as JSON. csv: Every selected row as CSV, on one page: page and per_page are ignored, whatever their values. Requires the plan protect or higher. */
      readonly format?: "json" | "csv";
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly domain_id: string;
        /** The domain's name. */
        readonly domain: string;
        /** Your own reference for the domain's owner. */
        readonly client_reference: string | null;
        /** The domain's labels. */
        readonly labels: readonly string[];
        /** Sum of the weights of the reasons listed; the list is sorted by it, then by since, oldest first. */
        readonly rank_score: number;
        /** Domains of this client in the whole list, or domains without a client. */
        readonly client_domains: number;
        /** The first of the since of the reasons listed. */
        readonly since: string;
        /** The reasons that the parameters select, heaviest first. */
        readonly reasons: readonly {
          /** Identifier of the reason while it lasts, also in its events. */ readonly id: string;
          /** Why the domain needs attention. own_mail_lost: Receivers refuse mail of your own senders, or put it into the junk folder. misconfigured_sender: A sender of yours sends messages that fail and are delivered. unknown_sender: Unknown senders send many messages that fail. spoofed_mail_delivered: The domain publishes p=none, so that receivers deliver forged messages. failing_volume: Many more messages fail than usual. pass_rate: The pass rate of legitimate mail is below the domain's threshold. new_senders: New sources send messages that fail. new_reporter: New reporters outweigh all others. silence: No reports come any more. dns_broken: A required record is missing or different. dns_changed: A record changed in the last 7 days. verification_lost: DNS no longer proves the claim. held_reports: Reports wait for the domain's verification. ready_for_enforcement: The domain publishes p=none, and p=reject would lose almost no mail of yours. policy_weaker: The DMARC record asks for less than one that it replaced in the last 30 days. */
          readonly reason:
            | "own_mail_lost"
            | "misconfigured_sender"
            | "unknown_sender"
            | "spoofed_mail_delivered"
            | "failing_volume"
            | "pass_rate"
            | "new_senders"
            | "new_reporter"
            | "silence"
            | "dns_broken"
            | "dns_changed"
            | "verification_lost"
            | "held_reports"
            | "ready_for_enforcement"
            | "policy_weaker";
          /** What is wrong, in one sentence with figures. */
          readonly summary: string;
          /** What was measured last: messages, percent (pass_rate, ready_for_enforcement), days (silence), reports, records, changes, or steps that the policy lost. */
          readonly value: number;
          /** The value from which on it is a reason. */
          readonly threshold: number;
          /** Points that the reason adds to rank_score. They grow with its size; see [weights](/docs/reports#attention). */
          readonly weight: number;
          /** When it began. A reason that comes back within an hour is the same one. */
          readonly opened_at: string;
          /** The first UTC day of the problem in the reports. Of reasons that no report shows: opened_at. */
          readonly since: string;
          /** When it was acknowledged; null: not, or it became twice as bad since. */
          readonly acknowledged_at: string | null;
          /** Identifier of the API key that acknowledged it. */
          readonly acknowledged_by: string | null;
          /** When it is new again at the latest; null: it is not acknowledged until a date. */
          readonly acknowledged_until: string | null;
          /** What was written when it was acknowledged. */
          readonly note: string | null;
        }[];
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
        /** Domains with each reason, on all pages. */
        readonly counts: {
          readonly own_mail_lost: number;
          readonly verification_lost: number;
          readonly dns_broken: number;
          readonly misconfigured_sender: number;
          readonly policy_weaker: number;
          readonly unknown_sender: number;
          readonly silence: number;
          readonly spoofed_mail_delivered: number;
          readonly new_reporter: number;
          readonly pass_rate: number;
          readonly failing_volume: number;
          readonly new_senders: number;
          readonly held_reports: number;
          readonly ready_for_enforcement: number;
          readonly dns_changed: number;
        };
        /** Good news: forged messages about the selected domains that receivers refused or put into the junk folder in 7 days, as far as domains were judged. They are no reason. */
        readonly forged_refused: number;
        /** Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change. */
        readonly verdicts?: {
          readonly state: "judging";
          /** Domains of the answer whose sources wait. */
          readonly pending: number;
        };
        /** When the reasons were evaluated last; null: not yet. */
        readonly evaluated_at: string | null;
      };
    };
  };
  /** Acknowledge reasons for attention. */
  acknowledgeAttention: {
    path: { readonly id: string };
    query: undefined;
    body: {
      /** What is known or being done, for the next reader. */ readonly note?: string;
      /** When the reasons are new again at the latest, at most 366 days ahead. Without it time alone does not end the acknowledgement. */
      readonly until?: string;
      /** Only these; without it all that the domain has now. Those that it does not have are left out. own_mail_lost: Receivers refuse mail of your own senders, or put it into the junk folder. misconfigured_sender: A sender of yours sends messages that fail and are delivered. unknown_sender: Unknown senders send many messages that fail. spoofed_mail_delivered: The domain publishes p=none, so that receivers deliver forged messages. failing_volume: Many more messages fail than usual. pass_rate: The pass rate of legitimate mail is below the domain's threshold. new_senders: New sources send messages that fail. new_reporter: New reporters outweigh all others. silence: No reports come any more. dns_broken: A required record is missing or different. dns_changed: A record changed in the last 7 days. verification_lost: DNS no longer proves the claim. held_reports: Reports wait for the domain's verification. ready_for_enforcement: The domain publishes p=none, and p=reject would lose almost no mail of yours. policy_weaker: The DMARC record asks for less than one that it replaced in the last 30 days. */
      readonly reasons?: readonly (
        | "own_mail_lost"
        | "misconfigured_sender"
        | "unknown_sender"
        | "spoofed_mail_delivered"
        | "failing_volume"
        | "pass_rate"
        | "new_senders"
        | "new_reporter"
        | "silence"
        | "dns_broken"
        | "dns_changed"
        | "verification_lost"
        | "held_reports"
        | "ready_for_enforcement"
        | "policy_weaker"
      )[];
    };
    answer: {
      readonly data: {
        readonly domain_id: string;
        /** The domain's name. */
        readonly domain: string;
        /** Your own reference for the domain's owner. */
        readonly client_reference: string | null;
        /** The domain's labels. */
        readonly labels: readonly string[];
        /** All reasons that last, heaviest first. */
        readonly reasons: readonly {
          /** Identifier of the reason while it lasts, also in its events. */ readonly id: string;
          /** Why the domain needs attention. own_mail_lost: Receivers refuse mail of your own senders, or put it into the junk folder. misconfigured_sender: A sender of yours sends messages that fail and are delivered. unknown_sender: Unknown senders send many messages that fail. spoofed_mail_delivered: The domain publishes p=none, so that receivers deliver forged messages. failing_volume: Many more messages fail than usual. pass_rate: The pass rate of legitimate mail is below the domain's threshold. new_senders: New sources send messages that fail. new_reporter: New reporters outweigh all others. silence: No reports come any more. dns_broken: A required record is missing or different. dns_changed: A record changed in the last 7 days. verification_lost: DNS no longer proves the claim. held_reports: Reports wait for the domain's verification. ready_for_enforcement: The domain publishes p=none, and p=reject would lose almost no mail of yours. policy_weaker: The DMARC record asks for less than one that it replaced in the last 30 days. */
          readonly reason:
            | "own_mail_lost"
            | "misconfigured_sender"
            | "unknown_sender"
            | "spoofed_mail_delivered"
            | "failing_volume"
            | "pass_rate"
            | "new_senders"
            | "new_reporter"
            | "silence"
            | "dns_broken"
            | "dns_changed"
            | "verification_lost"
            | "held_reports"
            | "ready_for_enforcement"
            | "policy_weaker";
          /** What is wrong, in one sentence with figures. */
          readonly summary: string;
          /** What was measured last: messages, percent (pass_rate, ready_for_enforcement), days (silence), reports, records, changes, or steps that the policy lost. */
          readonly value: number;
          /** The value from which on it is a reason. */
          readonly threshold: number;
          /** Points that the reason adds to rank_score. They grow with its size; see [weights](/docs/reports#attention). */
          readonly weight: number;
          /** When it began. A reason that comes back within an hour is the same one. */
          readonly opened_at: string;
          /** The first UTC day of the problem in the reports. Of reasons that no report shows: opened_at. */
          readonly since: string;
          /** When it was acknowledged; null: not, or it became twice as bad since. */
          readonly acknowledged_at: string | null;
          /** Identifier of the API key that acknowledged it. */
          readonly acknowledged_by: string | null;
          /** When it is new again at the latest; null: it is not acknowledged until a date. */
          readonly acknowledged_until: string | null;
          /** What was written when it was acknowledged. */
          readonly note: string | null;
        }[];
      };
    };
  };
  /** Take an acknowledgement back. */
  unacknowledgeAttention: {
    path: { readonly id: string };
    query: {
      /** Only this reason, or several: repeat the parameter. Without it all. own_mail_lost: Receivers refuse mail of your own senders, or put it into the junk folder. misconfigured_sender: A sender of yours sends messages that fail and are delivered. unknown_sender: Unknown senders send many messages that fail. spoofed_mail_delivered: The domain publishes p=none, so that receivers deliver forged messages. failing_volume: Many more messages fail than usual. pass_rate: The pass rate of legitimate mail is below the domain's threshold. new_senders: New sources send messages that fail. new_reporter: New reporters outweigh all others. silence: No reports come any more. dns_broken: A required record is missing or different. dns_changed: A record changed in the last 7 days. verification_lost: DNS no longer proves the claim. held_reports: Reports wait for the domain's verification. ready_for_enforcement: The domain publishes p=none, and p=reject would lose almost no mail of yours. policy_weaker: The DMARC record asks for less than one that it replaced in the last 30 days. own_mail_lost: Receivers refuse mail of your own senders, or put it into the junk folder. misconfigured_sender: A sender of yours sends messages that fail and are delivered. unknown_sender: Unknown senders send many messages that fail. spoofed_mail_delivered: The domain publishes p=none, so that receivers deliver forged messages. failing_volume: Many more messages fail than usual. pass_rate: The pass rate of legitimate mail is below the domain's threshold. new_senders: New sources send messages that fail. new_reporter: New reporters outweigh all others. silence: No reports come any more. dns_broken: A required record is missing or different. dns_changed: A record changed in the last 7 days. verification_lost: DNS no longer proves the claim. held_reports: Reports wait for the domain's verification. ready_for_enforcement: The domain publishes p=none, and p=reject would lose almost no mail of yours. policy_weaker: The DMARC record asks for less than one that it replaced in the last 30 days. */
      readonly reason?:
        | "own_mail_lost"
        | "misconfigured_sender"
        | "unknown_sender"
        | "spoofed_mail_delivered"
        | "failing_volume"
        | "pass_rate"
        | "new_senders"
        | "new_reporter"
        | "silence"
        | "dns_broken"
        | "dns_changed"
        | "verification_lost"
        | "held_reports"
        | "ready_for_enforcement"
        | "policy_weaker"
        | readonly (
            | "own_mail_lost"
            | "misconfigured_sender"
            | "unknown_sender"
            | "spoofed_mail_delivered"
            | "failing_volume"
            | "pass_rate"
            | "new_senders"
            | "new_reporter"
            | "silence"
            | "dns_broken"
            | "dns_changed"
            | "verification_lost"
            | "held_reports"
            | "ready_for_enforcement"
            | "policy_weaker"
          )[];
    };
    body: undefined;
    answer: {
      readonly data: {
        readonly domain_id: string;
        /** The domain's name. */
        readonly domain: string;
        /** Your own reference for the domain's owner. */
        readonly client_reference: string | null;
        /** The domain's labels. */
        readonly labels: readonly string[];
        /** All reasons that last, heaviest first. */
        readonly reasons: readonly {
          /** Identifier of the reason while it lasts, also in its events. */ readonly id: string;
          /** Why the domain needs attention. own_mail_lost: Receivers refuse mail of your own senders, or put it into the junk folder. misconfigured_sender: A sender of yours sends messages that fail and are delivered. unknown_sender: Unknown senders send many messages that fail. spoofed_mail_delivered: The domain publishes p=none, so that receivers deliver forged messages. failing_volume: Many more messages fail than usual. pass_rate: The pass rate of legitimate mail is below the domain's threshold. new_senders: New sources send messages that fail. new_reporter: New reporters outweigh all others. silence: No reports come any more. dns_broken: A required record is missing or different. dns_changed: A record changed in the last 7 days. verification_lost: DNS no longer proves the claim. held_reports: Reports wait for the domain's verification. ready_for_enforcement: The domain publishes p=none, and p=reject would lose almost no mail of yours. policy_weaker: The DMARC record asks for less than one that it replaced in the last 30 days. */
          readonly reason:
            | "own_mail_lost"
            | "misconfigured_sender"
            | "unknown_sender"
            | "spoofed_mail_delivered"
            | "failing_volume"
            | "pass_rate"
            | "new_senders"
            | "new_reporter"
            | "silence"
            | "dns_broken"
            | "dns_changed"
            | "verification_lost"
            | "held_reports"
            | "ready_for_enforcement"
            | "policy_weaker";
          /** What is wrong, in one sentence with figures. */
          readonly summary: string;
          /** What was measured last: messages, percent (pass_rate, ready_for_enforcement), days (silence), reports, records, changes, or steps that the policy lost. */
          readonly value: number;
          /** The value from which on it is a reason. */
          readonly threshold: number;
          /** Points that the reason adds to rank_score. They grow with its size; see [weights](/docs/reports#attention). */
          readonly weight: number;
          /** When it began. A reason that comes back within an hour is the same one. */
          readonly opened_at: string;
          /** The first UTC day of the problem in the reports. Of reasons that no report shows: opened_at. */
          readonly since: string;
          /** When it was acknowledged; null: not, or it became twice as bad since. */
          readonly acknowledged_at: string | null;
          /** Identifier of the API key that acknowledged it. */
          readonly acknowledged_by: string | null;
          /** When it is new again at the latest; null: it is not acknowledged until a date. */
          readonly acknowledged_until: string | null;
          /** What was written when it was acknowledged. */
          readonly note: string | null;
        }[];
      };
    };
  };
  /** Acknowledge reasons of several domains at once. */
  acknowledgeReasons: {
    path: undefined;
    query: undefined;
    body: {
      /** Ids of reasons, of any domains. */ readonly ids: readonly string[];
      /** What is known or being done, for the next reader. */
      readonly note?: string;
      /** When the reasons are new again at the latest, at most 366 days ahead. Without it time alone does not end the acknowledgement. */
      readonly until?: string;
    };
    answer: {
      readonly data: {
        /** Reasons that are acknowledged now. */ readonly acknowledged: number;
      };
    };
  };
  /** List webhooks, oldest first. */
  listWebhooks: {
    path: undefined;
    query: {
      /** Page number, from 1 to 1,000,000. */ readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly id: string;
        /** HTTPS URL of a public host, without user name, password or fragment. Its port is 443, or from 1024 on but not a common database port. */
        readonly url: string;
        /** Event types that the webhook receives. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
        readonly events: readonly (
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered"
          | "domain.attention.opened"
          | "domain.attention.closed"
        )[];
        /** Whether it receives events. */
        readonly active: boolean;
        /** Whether it also receives report.received of reports whose trust is none. Any sender can forge such reports, so by default it does not; report.failure follows what the organization counts. */
        readonly include_unauthenticated: boolean;
        /** Whether deliveries are signed. */
        readonly has_secret: boolean;
        readonly created_at: string;
        /** Time of the last successful delivery; null: not yet. */
        readonly last_triggered_at: string | null;
        /** Consecutive deliveries that failed after all retries; disable_after.failures of them may disable the webhook. */
        readonly failure_count: number;
        /** When the first of these deliveries failed for good; null: failure_count is 0. */
        readonly failing_since: string | null;
        /** When the webhook is disabled: when the last attempt of a delivery fails and both values are reached. The operator sets them. An answer of 410 disables it at once. */
        readonly disable_after: {
          /** Threshold for failure_count. */ readonly failures: number;
          /** Hours that must lie between failing_since and the last of these failures; 0: no minimum. */
          readonly hours: number;
        };
        /** Why the service disabled the webhook: 410, or the rule in disable_after; null: not disabled by the service. */
        readonly disabled_reason: string | null;
        /** Until when the previous secret also signs deliveries, X-Ruaflow-Signature with it alone; null: no previous secret. */
        readonly previous_secret_until: string | null;
        /** When the first event occurred that was not queued because 10,000 deliveries were already waiting; null: no event was missed. POST /api/v1/webhooks/:id/recover with this time recovers them. */
        readonly missed_since: string | null;
        /** Number of events missed since then. */
        readonly missed_events: number;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
    };
  };
  /** Create a webhook. */
  createWebhook: {
    path: undefined;
    query: undefined;
    body: {
      /** HTTPS URL of a public host, without user name, password or fragment. Its port is 443, or from 1024 on but not a common database port. */
      readonly url: string;
      /** Event types that the webhook receives. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
      readonly events: readonly (
        | "report.received"
        | "report.failure"
        | "domain.verified"
        | "domain.dns_changed"
        | "alert.triggered"
        | "domain.attention.opened"
        | "domain.attention.closed"
      )[];
      /** 16 to 256 printable ASCII characters without spaces; after whsec_, base64 of at least 16 bytes. Signs each delivery and is never shown again. */
      readonly secret?: string;
      /** Whether it receives events. */
      readonly active?: boolean;
      /** Whether it also receives report.received of reports whose trust is none. Any sender can forge such reports, so by default it does not; report.failure follows what the organization counts. */
      readonly include_unauthenticated?: boolean;
    };
    answer: {
      readonly data: {
        readonly id: string;
        /** HTTPS URL of a public host, without user name, password or fragment. Its port is 443, or from 1024 on but not a common database port. */
        readonly url: string;
        /** Event types that the webhook receives. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
        readonly events: readonly (
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered"
          | "domain.attention.opened"
          | "domain.attention.closed"
        )[];
        /** Whether it receives events. */
        readonly active: boolean;
        /** Whether it also receives report.received of reports whose trust is none. Any sender can forge such reports, so by default it does not; report.failure follows what the organization counts. */
        readonly include_unauthenticated: boolean;
        /** Whether deliveries are signed. */
        readonly has_secret: boolean;
        readonly created_at: string;
      };
    };
  };
  /** Read a webhook. */
  readWebhook: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        readonly id: string;
        /** HTTPS URL of a public host, without user name, password or fragment. Its port is 443, or from 1024 on but not a common database port. */
        readonly url: string;
        /** Event types that the webhook receives. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
        readonly events: readonly (
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered"
          | "domain.attention.opened"
          | "domain.attention.closed"
        )[];
        /** Whether it receives events. */
        readonly active: boolean;
        /** Whether it also receives report.received of reports whose trust is none. Any sender can forge such reports, so by default it does not; report.failure follows what the organization counts. */
        readonly include_unauthenticated: boolean;
        /** Whether deliveries are signed. */
        readonly has_secret: boolean;
        readonly created_at: string;
        /** Time of the last successful delivery; null: not yet. */
        readonly last_triggered_at: string | null;
        /** Consecutive deliveries that failed after all retries; disable_after.failures of them may disable the webhook. */
        readonly failure_count: number;
        /** When the first of these deliveries failed for good; null: failure_count is 0. */
        readonly failing_since: string | null;
        /** When the webhook is disabled: when the last attempt of a delivery fails and both values are reached. The operator sets them. An answer of 410 disables it at once. */
        readonly disable_after: {
          /** Threshold for failure_count. */ readonly failures: number;
          /** Hours that must lie between failing_since and the last of these failures; 0: no minimum. */
          readonly hours: number;
        };
        /** Why the service disabled the webhook: 410, or the rule in disable_after; null: not disabled by the service. */
        readonly disabled_reason: string | null;
        /** Until when the previous secret also signs deliveries, X-Ruaflow-Signature with it alone; null: no previous secret. */
        readonly previous_secret_until: string | null;
        /** When the first event occurred that was not queued because 10,000 deliveries were already waiting; null: no event was missed. POST /api/v1/webhooks/:id/recover with this time recovers them. */
        readonly missed_since: string | null;
        /** Number of events missed since then. */
        readonly missed_events: number;
      };
    };
  };
  /** Change a webhook; fields that are not given stay unchanged. */
  updateWebhook: {
    path: { readonly id: string };
    query: undefined;
    body: {
      /** HTTPS URL of a public host, without user name, password or fragment. Its port is 443, or from 1024 on but not a common database port. */
      readonly url?: string;
      /** Event types that the webhook receives. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
      readonly events?: readonly (
        | "report.received"
        | "report.failure"
        | "domain.verified"
        | "domain.dns_changed"
        | "alert.triggered"
        | "domain.attention.opened"
        | "domain.attention.closed"
      )[];
      /** A new secret; the previous one also signs deliveries for 24 hours. X-Ruaflow-Signature, which has room for one signature, is the previous one's until then, or until previous_secret is set to null. null: deliveries are no longer signed. */
      readonly secret?: string | null;
      /** null: the previous secret ends now. Send it once the endpoint verifies with the new secret. */
      readonly previous_secret?: null;
      /** Whether it receives events; true also resets the failures of a disabled webhook. */
      readonly active?: boolean;
      /** Whether it also receives report.received of reports whose trust is none. Any sender can forge such reports, so by default it does not; report.failure follows what the organization counts. */
      readonly include_unauthenticated?: boolean;
    };
    answer: {
      readonly data: {
        readonly id: string;
        /** HTTPS URL of a public host, without user name, password or fragment. Its port is 443, or from 1024 on but not a common database port. */
        readonly url: string;
        /** Event types that the webhook receives. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
        readonly events: readonly (
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered"
          | "domain.attention.opened"
          | "domain.attention.closed"
        )[];
        /** Whether it receives events. */
        readonly active: boolean;
        /** Whether it also receives report.received of reports whose trust is none. Any sender can forge such reports, so by default it does not; report.failure follows what the organization counts. */
        readonly include_unauthenticated: boolean;
        /** Whether deliveries are signed. */
        readonly has_secret: boolean;
        readonly created_at: string;
        /** Time of the last successful delivery; null: not yet. */
        readonly last_triggered_at: string | null;
        /** Consecutive deliveries that failed after all retries; disable_after.failures of them may disable the webhook. */
        readonly failure_count: number;
        /** When the first of these deliveries failed for good; null: failure_count is 0. */
        readonly failing_since: string | null;
        /** When the webhook is disabled: when the last attempt of a delivery fails and both values are reached. The operator sets them. An answer of 410 disables it at once. */
        readonly disable_after: {
          /** Threshold for failure_count. */ readonly failures: number;
          /** Hours that must lie between failing_since and the last of these failures; 0: no minimum. */
          readonly hours: number;
        };
        /** Why the service disabled the webhook: 410, or the rule in disable_after; null: not disabled by the service. */
        readonly disabled_reason: string | null;
        /** Until when the previous secret also signs deliveries, X-Ruaflow-Signature with it alone; null: no previous secret. */
        readonly previous_secret_until: string | null;
        /** When the first event occurred that was not queued because 10,000 deliveries were already waiting; null: no event was missed. POST /api/v1/webhooks/:id/recover with this time recovers them. */
        readonly missed_since: string | null;
        /** Number of events missed since then. */
        readonly missed_events: number;
      };
    };
  };
  /** Delete a webhook. */
  deleteWebhook: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Send a sample event to the endpoint at once and return the outcome. */
  testWebhook: {
    path: { readonly id: string };
    query: undefined;
    body: {
      /** Type of an event; GET /api/v1/event-types shows its schema. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
      readonly type?:
        | "report.received"
        | "report.failure"
        | "domain.verified"
        | "domain.dns_changed"
        | "alert.triggered"
        | "domain.attention.opened"
        | "domain.attention.closed";
    };
    answer: {
      readonly data: {
        readonly delivery_id: string;
        /** Whether the endpoint answered 2xx in time. */
        readonly delivered: boolean;
        /** The event that is sent; each attempt sends the same bytes. */
        readonly event: {
          readonly id: string;
          /** Type of an event; GET /api/v1/event-types shows its schema. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
          readonly type:
            | "report.received"
            | "report.failure"
            | "domain.verified"
            | "domain.dns_changed"
            | "alert.triggered"
            | "domain.attention.opened"
            | "domain.attention.closed";
          readonly created_at: string;
          /** true: a sample that was sent as a test; absent otherwise. */
          readonly test?: boolean;
          /** Details, depending on the type. */
          readonly data: Readonly<Record<string, unknown>>;
        };
        /** HTTP status of the answer; null: no answer. */
        readonly status_code: number | null;
        /** From the start of the attempt to the last byte of the answer. */
        readonly latency_ms: number;
        /** Why no complete answer arrived: url, address, dns, connect, tls, timeout or answer (the connection broke); null: it arrived. */
        readonly error: string | null;
        /** The error in one sentence; empty if there was no error. */
        readonly detail: string;
        /** The first 4,096 bytes of the answer's body, as UTF-8. */
        readonly response_body: string;
      };
    };
  };
  /** List the deliveries of a webhook, newest first. */
  listDeliveries: {
    path: { readonly id: string };
    query: {
      /** Status of the delivery. pending: Waits for its next attempt. delivering: An attempt is in progress. delivered: The endpoint accepted it. exhausted: All attempts failed. held: Waits until the webhook is active again, for up to seven days. */
      readonly status?: "pending" | "delivering" | "delivered" | "exhausted" | "held";
      /** Type of an event; GET /api/v1/event-types shows its schema. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
      readonly event_type?:
        | "report.received"
        | "report.failure"
        | "domain.verified"
        | "domain.dns_changed"
        | "alert.triggered"
        | "domain.attention.opened"
        | "domain.attention.closed";
      /** Limits the answer to these domains, at most 100; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** Only deliveries queued at this time or later. */
      readonly since?: string;
      /** Only deliveries queued before this time. */
      readonly until?: string;
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly id: string;
        /** The event's id, the same in every delivery of it. */
        readonly event_id: string;
        /** Type of an event; GET /api/v1/event-types shows its schema. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
        readonly event_type:
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered"
          | "domain.attention.opened"
          | "domain.attention.closed";
        /** Status of the delivery. pending: Waits for its next attempt. delivering: An attempt is in progress. delivered: The endpoint accepted it. exhausted: All attempts failed. held: Waits until the webhook is active again, for up to seven days. */
        readonly status: "pending" | "delivering" | "delivered" | "exhausted" | "held";
        /** Whether it is a requested sample, which does not count for the webhook. */
        readonly test: boolean;
        /** Attempts so far, including redeliveries. */
        readonly attempt_count: number;
        /** When the next attempt is due; null: not waiting. */
        readonly next_attempt_at: string | null;
        /** When the delivery was queued. */
        readonly created_at: string;
        /** When it was delivered or its last attempt failed; null: not finished. */
        readonly finished_at: string | null;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
        /** When the first event occurred that was not queued because 10,000 deliveries were already waiting; null: no event was missed. POST /api/v1/webhooks/:id/recover with this time recovers them. */
        readonly missed_since: string | null;
        /** Number of events missed since then. */
        readonly missed_events: number;
      };
    };
  };
  /** Count deliveries by status, over all webhooks and of each. */
  countDeliveries: {
    path: undefined;
    query: {
      /** Type of an event; GET /api/v1/event-types shows its schema. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
      readonly event_type?:
        | "report.received"
        | "report.failure"
        | "domain.verified"
        | "domain.dns_changed"
        | "alert.triggered"
        | "domain.attention.opened"
        | "domain.attention.closed";
      /** Limits the answer to these domains, at most 100; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** Only deliveries queued at this time or later. */
      readonly since?: string;
      /** Only deliveries queued before this time. */
      readonly until?: string;
    };
    body: undefined;
    answer: {
      readonly data: {
        readonly total: number;
        /** Every status. */
        readonly statuses: readonly {
          /** Status of the delivery. pending: Waits for its next attempt. delivering: An attempt is in progress. delivered: The endpoint accepted it. exhausted: All attempts failed. held: Waits until the webhook is active again, for up to seven days. */
          readonly status: "pending" | "delivering" | "delivered" | "exhausted" | "held";
          readonly deliveries: number;
          /** When the oldest of those that are not finished was queued; null: none, or finished. */
          readonly oldest_at: string | null;
        }[];
        /** Whether everything is counted. */
        readonly complete: boolean;
        /** Every webhook of the organization. */
        readonly webhooks: readonly {
          readonly webhook_id: string;
          readonly total: number;
          /** Every status. */
          readonly statuses: readonly {
            /** Status of the delivery. pending: Waits for its next attempt. delivering: An attempt is in progress. delivered: The endpoint accepted it. exhausted: All attempts failed. held: Waits until the webhook is active again, for up to seven days. */
            readonly status: "pending" | "delivering" | "delivered" | "exhausted" | "held";
            readonly deliveries: number;
            /** When the oldest of those that are not finished was queued; null: none, or finished. */
            readonly oldest_at: string | null;
          }[];
        }[];
      };
    };
  };
  /** Read a delivery with its event and each attempt. */
  readDelivery: {
    path: { readonly id: string; readonly delivery_id: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        readonly id: string;
        /** The event's id, the same in every delivery of it. */
        readonly event_id: string;
        /** Type of an event; GET /api/v1/event-types shows its schema. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
        readonly event_type:
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered"
          | "domain.attention.opened"
          | "domain.attention.closed";
        /** Status of the delivery. pending: Waits for its next attempt. delivering: An attempt is in progress. delivered: The endpoint accepted it. exhausted: All attempts failed. held: Waits until the webhook is active again, for up to seven days. */
        readonly status: "pending" | "delivering" | "delivered" | "exhausted" | "held";
        /** Whether it is a requested sample, which does not count for the webhook. */
        readonly test: boolean;
        /** Attempts so far, including redeliveries. */
        readonly attempt_count: number;
        /** When the next attempt is due; null: not waiting. */
        readonly next_attempt_at: string | null;
        /** When the delivery was queued. */
        readonly created_at: string;
        /** When it was delivered or its last attempt failed; null: not finished. */
        readonly finished_at: string | null;
        /** The event that is sent; each attempt sends the same bytes. */
        readonly event: {
          readonly id: string;
          /** Type of an event; GET /api/v1/event-types shows its schema. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
          readonly type:
            | "report.received"
            | "report.failure"
            | "domain.verified"
            | "domain.dns_changed"
            | "alert.triggered"
            | "domain.attention.opened"
            | "domain.attention.closed";
          readonly created_at: string;
          /** true: a sample that was sent as a test; absent otherwise. */
          readonly test?: boolean;
          /** Details, depending on the type. */
          readonly data: Readonly<Record<string, unknown>>;
        };
        /** Latest first, at most 100. */
        readonly attempts: readonly {
          /** From 1. */ readonly number: number;
          readonly started_at: string;
          /** HTTP status of the answer; null: no answer. */
          readonly status_code: number | null;
          /** From the start of the attempt to the last byte of the answer. */
          readonly latency_ms: number;
          /** Why no complete answer arrived: url, address, dns, connect, tls, timeout or answer (the connection broke); null: it arrived. */
          readonly error: string | null;
          /** The error in one sentence; empty if there was no error. */
          readonly detail: string;
          /** The first 4,096 bytes of the answer's body, as UTF-8. */
          readonly response_body: string;
        }[];
      };
    };
  };
  /** Deliver an event again, with the same id and bytes, in a new series of attempts. */
  redeliverEvent: {
    path: { readonly id: string; readonly delivery_id: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        readonly id: string;
        /** The event's id, the same in every delivery of it. */
        readonly event_id: string;
        /** Type of an event; GET /api/v1/event-types shows its schema. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
        readonly event_type:
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered"
          | "domain.attention.opened"
          | "domain.attention.closed";
        /** Status of the delivery. pending: Waits for its next attempt. delivering: An attempt is in progress. delivered: The endpoint accepted it. exhausted: All attempts failed. held: Waits until the webhook is active again, for up to seven days. */
        readonly status: "pending" | "delivering" | "delivered" | "exhausted" | "held";
        /** Whether it is a requested sample, which does not count for the webhook. */
        readonly test: boolean;
        /** Attempts so far, including redeliveries. */
        readonly attempt_count: number;
        /** When the next attempt is due; null: not waiting. */
        readonly next_attempt_at: string | null;
        /** When the delivery was queued. */
        readonly created_at: string;
        /** When it was delivered or its last attempt failed; null: not finished. */
        readonly finished_at: string | null;
        /** The event that is sent; each attempt sends the same bytes. */
        readonly event: {
          readonly id: string;
          /** Type of an event; GET /api/v1/event-types shows its schema. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
          readonly type:
            | "report.received"
            | "report.failure"
            | "domain.verified"
            | "domain.dns_changed"
            | "alert.triggered"
            | "domain.attention.opened"
            | "domain.attention.closed";
          readonly created_at: string;
          /** true: a sample that was sent as a test; absent otherwise. */
          readonly test?: boolean;
          /** Details, depending on the type. */
          readonly data: Readonly<Record<string, unknown>>;
        };
        /** Latest first, at most 100. */
        readonly attempts: readonly {
          /** From 1. */ readonly number: number;
          readonly started_at: string;
          /** HTTP status of the answer; null: no answer. */
          readonly status_code: number | null;
          /** From the start of the attempt to the last byte of the answer. */
          readonly latency_ms: number;
          /** Why no complete answer arrived: url, address, dns, connect, tls, timeout or answer (the connection broke); null: it arrived. */
          readonly error: string | null;
          /** The error in one sentence; empty if there was no error. */
          readonly detail: string;
          /** The first 4,096 bytes of the answer's body, as UTF-8. */
          readonly response_body: string;
        }[];
      };
    };
  };
  /** Deliver events that the webhook missed since a given time. */
  recoverDeliveries: {
    path: { readonly id: string };
    query: undefined;
    body: {
      /** Recovers events whose created_at is this time or later. */ readonly since: string;
    };
    answer: {
      readonly data: {
        /** Events queued for delivery, oldest first. */ readonly queued: number;
        /** Events that did not fit in the queue; repeat the request when the queue is shorter. */
        readonly left: number;
      };
    };
  };
  /** List the event types that webhooks can receive, with their schemas. */
  listEventTypes: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly data: readonly {
        /** Type of an event; GET /api/v1/event-types shows its schema. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
        readonly type:
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered"
          | "domain.attention.opened"
          | "domain.attention.closed";
        readonly description: string;
        /** JSON Schema of the complete request body. */
        readonly schema: Readonly<Record<string, unknown>>;
        /** The event that is sent; each attempt sends the same bytes. */
        readonly example: {
          readonly id: string;
          /** Type of an event; GET /api/v1/event-types shows its schema. report.received: New DMARC aggregate report received. report.failure: Authentication failure detected in a report. domain.verified: Domain ownership verified. domain.dns_changed: DNS record change detected. alert.triggered: Alert threshold exceeded. domain.attention.opened: Domain needs attention for a new reason, or an acknowledged reason became much worse. domain.attention.closed: Reason for attention ended and stayed away for an hour. */
          readonly type:
            | "report.received"
            | "report.failure"
            | "domain.verified"
            | "domain.dns_changed"
            | "alert.triggered"
            | "domain.attention.opened"
            | "domain.attention.closed";
          readonly created_at: string;
          /** true: a sample that was sent as a test; absent otherwise. */
          readonly test?: boolean;
          /** Details, depending on the type. */
          readonly data: Readonly<Record<string, unknown>>;
        };
      }[];
      readonly meta: { readonly total: number };
    };
  };
  /** List alerts, newest first, or groups of open ones. */
  listAlerts: {
    path: undefined;
    query: {
      /** Limits the answer to these domains, at most 100; one that is not yours is a 404. For more than 100 send the same parameters by POST. */
      readonly domain_id?: string | readonly string[];
      /** Limits the answer to domains with at least one of these labels, which together may have 10,000 domains. A label that no domain has selects nothing. */
      readonly label?: string | readonly string[];
      /** Limits the answer to domains with one of these references, which together may have 10,000 domains. A reference that no domain has selects nothing. */
      readonly client_reference?: string | readonly string[];
      /** Rule of the domain's settings whose threshold was crossed. pass_rate: The pass rate is too low. new_source: A new source sends messages that fail. failure_volume: Many more messages fail than usual. missing_reports: No reports come any more. new_reporter: New reporters outweigh all others. */
      readonly rule?: "pass_rate" | "new_source" | "failure_volume" | "missing_reports" | "new_reporter";
      /** Whether the alert is open. triggered: The value is beyond the threshold. cleared: The value is within the threshold again. */
      readonly state?: "triggered" | "cleared";
      /** Only alerts that were triggered at this time or later. */
      readonly since?: string;
      /** Lists groups of open alerts with their number and the newest, largest first, in place of alerts. Not with sort or state=cleared. */
      readonly group_by?: "domain" | "rule" | "client_reference";
      /** Field to sort by; a leading minus sign sorts in descending order. */
      readonly sort?: "triggered_at" | "-triggered_at" | "value" | "-value" | "domain" | "-domain" | "rule" | "-rule";
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
    };
    body: undefined;
    answer:
      | {
          readonly data: readonly {
            /** The same id as in the event alert.triggered. */ readonly id: string;
            readonly domain_id: string;
            /** The domain's name. */
            readonly domain: string;
            /** Your own reference for the domain's owner. */
            readonly client_reference: string | null;
            /** Rule of the domain's settings whose threshold was crossed. pass_rate: The pass rate is too low. new_source: A new source sends messages that fail. failure_volume: Many more messages fail than usual. missing_reports: No reports come any more. new_reporter: New reporters outweigh all others. */
            readonly rule: "pass_rate" | "new_source" | "failure_volume" | "missing_reports" | "new_reporter";
            /** Whether the alert is open. triggered: The value is beyond the threshold. cleared: The value is within the threshold again. */
            readonly state: "triggered" | "cleared";
            /** The source that the alert is about; null: the whole domain. */
            readonly source_ip: string | null;
            /** Why the alert was triggered, in one sentence. */
            readonly summary: string;
            /** The value at that moment. */
            readonly value: number;
            /** The threshold at that moment. */
            readonly threshold: number;
            /** The first UTC day of the problem in the reports; null: not known. */
            readonly since?: string | null;
            /** Class of most of the failing mail that the alert is about; null: it is not about mail that fails. */
            readonly class?: string | null;
            /** Cause of the same mail, by its stable code; null: not known. */
            readonly cause?: string | null;
            /** When the threshold was crossed. */
            readonly triggered_at: string;
            /** When the alert was cleared; null while it is triggered. */
            readonly cleared_at: string | null;
          }[];
          readonly meta: {
            /** Items on all pages. */ readonly total: number;
            /** The requested page. */
            readonly page: number;
            /** Items per page. */
            readonly per_page: number;
            /** 0 when there are no items. */
            readonly total_pages: number;
          };
        }
      | {
          readonly data: readonly {
            /** Name of the domain, rule or client_reference; null: domains without a client_reference. */
            readonly key: string | null;
            /** Open alerts. The numbers of all groups add up to all open alerts. */
            readonly open: number;
            /** Domains that have them. */
            readonly domains: number;
            readonly newest: {
              /** The same id as in the event alert.triggered. */ readonly id: string;
              readonly domain_id: string;
              /** The domain's name. */
              readonly domain: string;
              /** Your own reference for the domain's owner. */
              readonly client_reference: string | null;
              /** Rule of the domain's settings whose threshold was crossed. pass_rate: The pass rate is too low. new_source: A new source sends messages that fail. failure_volume: Many more messages fail than usual. missing_reports: No reports come any more. new_reporter: New reporters outweigh all others. */
              readonly rule: "pass_rate" | "new_source" | "failure_volume" | "missing_reports" | "new_reporter";
              /** Whether the alert is open. triggered: The value is beyond the threshold. cleared: The value is within the threshold again. */
              readonly state: "triggered" | "cleared";
              /** The source that the alert is about; null: the whole domain. */
              readonly source_ip: string | null;
              /** Why the alert was triggered, in one sentence. */
              readonly summary: string;
              /** The value at that moment. */
              readonly value: number;
              /** The threshold at that moment. */
              readonly threshold: number;
              /** The first UTC day of the problem in the reports; null: not known. */
              readonly since?: string | null;
              /** Class of most of the failing mail that the alert is about; null: it is not about mail that fails. */
              readonly class?: string | null;
              /** Cause of the same mail, by its stable code; null: not known. */
              readonly cause?: string | null;
              /** When the threshold was crossed. */
              readonly triggered_at: string;
              /** When the alert was cleared; null while it is triggered. */
              readonly cleared_at: string | null;
            };
          }[];
          readonly meta: {
            /** Items on all pages. */ readonly total: number;
            /** The requested page. */
            readonly page: number;
            /** Items per page. */
            readonly per_page: number;
            /** 0 when there are no items. */
            readonly total_pages: number;
          };
        };
  };
  /** List API keys, including revoked and expired keys, oldest first. */
  listApiKeys: {
    path: undefined;
    query: {
      /** Page number, from 1 to 1,000,000. */ readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        /** The middle part of the key's text. */ readonly id: string;
        readonly name: string;
        /** What the key may do. reports:read: Read reports, sources, submissions and readiness. domains:read: Read domains, alerts and what needs attention. domains:write: Add, verify, change and delete domains. webhooks:read: Read webhooks and their deliveries. webhooks:write: Add, change, test and delete webhooks. ingest:write: Upload reports. keys:admin: Create and revoke API keys. operator: See the state of the whole service. Only the operator of the service grants it. */
        readonly scopes: readonly (
          | "reports:read"
          | "domains:read"
          | "domains:write"
          | "webhooks:read"
          | "webhooks:write"
          | "ingest:write"
          | "keys:admin"
          | "operator"
        )[];
        readonly created_at: string;
        /** When the key stops working; null: never. */
        readonly expires_at: string | null;
        /** When the key was last used, exact to about a minute; null: never used. */
        readonly last_used_at: string | null;
        /** When the key was revoked; null: not revoked. */
        readonly revoked_at: string | null;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
    };
  };
  /** Create an API key; only this response shows it. */
  createApiKey: {
    path: undefined;
    query: undefined;
    body: {
      /** What the key is for. */ readonly name: string;
      /** What the key may do. reports:read: Read reports, sources, submissions and readiness. domains:read: Read domains, alerts and what needs attention. domains:write: Add, verify, change and delete domains. webhooks:read: Read webhooks and their deliveries. webhooks:write: Add, change, test and delete webhooks. ingest:write: Upload reports. keys:admin: Create and revoke API keys. */
      readonly scopes: readonly (
        | "reports:read"
        | "domains:read"
        | "domains:write"
        | "webhooks:read"
        | "webhooks:write"
        | "ingest:write"
        | "keys:admin"
      )[];
      /** When the key stops working: a time in the future, no later than the expiry of the key that makes the request. Absent: the same expiry; null: never. */
      readonly expires_at?: string | null;
    };
    answer: {
      readonly data: {
        /** The middle part of the key's text. */ readonly id: string;
        readonly name: string;
        /** What the key may do. reports:read: Read reports, sources, submissions and readiness. domains:read: Read domains, alerts and what needs attention. domains:write: Add, verify, change and delete domains. webhooks:read: Read webhooks and their deliveries. webhooks:write: Add, change, test and delete webhooks. ingest:write: Upload reports. keys:admin: Create and revoke API keys. operator: See the state of the whole service. Only the operator of the service grants it. */
        readonly scopes: readonly (
          | "reports:read"
          | "domains:read"
          | "domains:write"
          | "webhooks:read"
          | "webhooks:write"
          | "ingest:write"
          | "keys:admin"
          | "operator"
        )[];
        readonly created_at: string;
        /** When the key stops working; null: never. */
        readonly expires_at: string | null;
        /** When the key was last used, exact to about a minute; null: never used. */
        readonly last_used_at: string | null;
        /** When the key was revoked; null: not revoked. */
        readonly revoked_at: string | null;
        /** The key. It is shown only once: only a hash of it is stored. */
        readonly key: string;
      };
    };
  };
  /** Revoke an API key; it stops working everywhere within 5 seconds. */
  revokeApiKey: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** List the saved views of your key, by name. */
  listSavedViews: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly id: string;
        readonly name: string;
        /** Path and query within the page. */
        readonly address: string;
        readonly created_at: string;
      }[];
    };
  };
  /** Save a view of the page under a name. */
  createSavedView: {
    path: undefined;
    query: undefined;
    body: {
      readonly name: string;
      /** Path and query within the page. */
      readonly address: string;
    };
    answer: {
      readonly data: {
        readonly id: string;
        readonly name: string;
        /** Path and query within the page. */
        readonly address: string;
        readonly created_at: string;
      };
    };
  };
  /** Rename a saved view. */
  renameSavedView: {
    path: { readonly id: string };
    query: undefined;
    body: { readonly name: string };
    answer: {
      readonly data: {
        readonly id: string;
        readonly name: string;
        /** Path and query within the page. */
        readonly address: string;
        readonly created_at: string;
      };
    };
  };
  /** Delete a saved view. */
  deleteSavedView: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Create a link that shows one domain or one client without a key; only this response has its secret. */
  createShareLink: {
    path: undefined;
    query: undefined;
    body: {
      /** Whom the link is for. */ readonly name: string;
      /** The only domain that the link shows. */
      readonly domain_id?: string;
      /** The only client that the link shows, with the domains that it has when it is opened. */
      readonly client_reference?: string;
      /** Days until the link expires. It ends with the key that creates it, at the latest. */
      readonly days?: number;
    };
    answer: {
      readonly data: {
        /** Not secret. */ readonly id: string;
        /** Whom the link is for. */
        readonly name: string;
        /** The only domain that it shows; null: it shows a client. */
        readonly domain_id: string | null;
        /** The only client that it shows; null: it shows a domain. */
        readonly client_reference: string | null;
        /** Id of the API key, with which the link ends. */
        readonly created_by: string;
        readonly created_at: string;
        readonly expires_at: string;
        /** The secret, for the address of the page: /share#TOKEN. It is shown only once: only a hash is stored. */
        readonly token: string;
      };
    };
  };
  /** List shared links that have not expired, newest first. */
  listShareLinks: {
    path: undefined;
    query: {
      /** Page number, from 1 to 1,000,000. */ readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        /** Not secret. */ readonly id: string;
        /** Whom the link is for. */
        readonly name: string;
        /** The only domain that it shows; null: it shows a client. */
        readonly domain_id: string | null;
        /** The only client that it shows; null: it shows a domain. */
        readonly client_reference: string | null;
        /** Id of the API key, with which the link ends. */
        readonly created_by: string;
        readonly created_at: string;
        readonly expires_at: string;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
    };
  };
  /** Revoke a shared link; it stops working everywhere within 5 seconds. */
  deleteShareLink: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Show the key of this request: its scopes, plan, organization and limits. */
  readMe: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        readonly key: {
          /** The middle part of the key's text. */ readonly id: string;
          readonly name: string;
          /** What the key may do. reports:read: Read reports, sources, submissions and readiness. domains:read: Read domains, alerts and what needs attention. domains:write: Add, verify, change and delete domains. webhooks:read: Read webhooks and their deliveries. webhooks:write: Add, change, test and delete webhooks. ingest:write: Upload reports. keys:admin: Create and revoke API keys. operator: See the state of the whole service. Only the operator of the service grants it. */
          readonly scopes: readonly (
            | "reports:read"
            | "domains:read"
            | "domains:write"
            | "webhooks:read"
            | "webhooks:write"
            | "ingest:write"
            | "keys:admin"
            | "operator"
          )[];
          /** When the key stops working; null: never. */
          readonly expires_at: string | null;
          /** When the key was last used, exact to about a minute; null: never used. */
          readonly last_used_at: string | null;
        };
        readonly plan: "free" | "plus" | "protect" | "enterprise";
        readonly organization: {
          readonly id: string;
          readonly name: string;
          /** Whether sums, alerts and events include reports whose sender is not proven, unless a request has `trust`. */
          readonly count_unauthenticated: boolean;
          /** Which proven reports count. proven: All proven reports count. known: Proven reports count if their reporter is known or long-standing. */
          readonly counted_reporters: "proven" | "known";
        };
        /** Whether the plan includes CSV exports and webhooks. */
        readonly features: { readonly csv: boolean; readonly webhooks: boolean };
        /** The most that is possible, as in /docs/limits. */
        readonly limits: {
          /** Requests of this key per minute, in each process; null: not limited. */
          readonly requests_per_minute: number | null;
          /** CSV exports of the organization per minute; null: not limited. */
          readonly exports_per_minute: number | null;
          /** Items of a page. */
          readonly per_page_max: number;
          /** The last page that can be asked for. */
          readonly page_max: number;
          /** Rows of a list that is not divided into pages. */
          readonly whole_list_max: number;
          /** Days of a period of sums. */
          readonly period_days_max: number;
          /** Bytes of a JSON body, unless an operation says otherwise. */
          readonly body_bytes_max: number;
          /** Bytes of an uploaded file; null: another process receives uploads. */
          readonly upload_bytes_max: number | null;
          /** Webhooks of the organization. */
          readonly webhooks_max: number;
        };
      };
    };
  };
  /** Sign a browser in with an API key, a shared link or a one-time link. */
  createSession: {
    path: undefined;
    query: undefined;
    body:
      | {
          /** An API key. */ readonly key: string;
        }
      | {
          /** What follows the # of a shared link. */ readonly share: string;
        }
      | {
          /** What follows the # of a sign-in link. */ readonly link: string;
        };
    answer: {
      readonly data: {
        /** Goes into the header X-CSRF-Token of every request other than GET and HEAD. */ readonly csrf_token: string;
        /** When the session ends unless it is used: use moves it forward to 12 hours from then, at most to 30 days after signing in, and never beyond the key's own end. */
        readonly expires_at: string;
        /** The key that the session is bound to, or the shared link in its place. */
        readonly key: {
          /** The middle part of the key's text. */ readonly id: string;
          readonly name: string;
          /** What the key may do. reports:read: Read reports, sources, submissions and readiness. domains:read: Read domains, alerts and what needs attention. domains:write: Add, verify, change and delete domains. webhooks:read: Read webhooks and their deliveries. webhooks:write: Add, change, test and delete webhooks. ingest:write: Upload reports. keys:admin: Create and revoke API keys. operator: See the state of the whole service. Only the operator of the service grants it. */
          readonly scopes: readonly (
            | "reports:read"
            | "domains:read"
            | "domains:write"
            | "webhooks:read"
            | "webhooks:write"
            | "ingest:write"
            | "keys:admin"
            | "operator"
          )[];
          /** When the key stops working; null: never. */
          readonly expires_at: string | null;
        };
        /** The shared link that the session was made from; null: it was made with a key. */
        readonly share: {
          /** Whom the link is for. */ readonly name: string;
          readonly domain_id: string | null;
          readonly client_reference: string | null;
          /** The domain's name, or the client's reference. */
          readonly subject: string;
        } | null;
        readonly organization: { readonly id: string; readonly name: string };
      };
    };
  };
  /** Show the browser's session; null: it is not signed in. */
  readSession: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        /** Goes into the header X-CSRF-Token of every request other than GET and HEAD. */ readonly csrf_token: string;
        /** When the session ends unless it is used: use moves it forward to 12 hours from then, at most to 30 days after signing in, and never beyond the key's own end. */
        readonly expires_at: string;
        /** The key that the session is bound to, or the shared link in its place. */
        readonly key: {
          /** The middle part of the key's text. */ readonly id: string;
          readonly name: string;
          /** What the key may do. reports:read: Read reports, sources, submissions and readiness. domains:read: Read domains, alerts and what needs attention. domains:write: Add, verify, change and delete domains. webhooks:read: Read webhooks and their deliveries. webhooks:write: Add, change, test and delete webhooks. ingest:write: Upload reports. keys:admin: Create and revoke API keys. operator: See the state of the whole service. Only the operator of the service grants it. */
          readonly scopes: readonly (
            | "reports:read"
            | "domains:read"
            | "domains:write"
            | "webhooks:read"
            | "webhooks:write"
            | "ingest:write"
            | "keys:admin"
            | "operator"
          )[];
          /** When the key stops working; null: never. */
          readonly expires_at: string | null;
        };
        /** The shared link that the session was made from; null: it was made with a key. */
        readonly share: {
          /** Whom the link is for. */ readonly name: string;
          readonly domain_id: string | null;
          readonly client_reference: string | null;
          /** The domain's name, or the client's reference. */
          readonly subject: string;
        } | null;
        readonly organization: { readonly id: string; readonly name: string };
      } | null;
    };
  };
  /** Sign the browser out. */
  endSession: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Show the state of the whole service: lag, queues, dead letters, health. */
  readServiceState: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        /** When all this was read: at most a few seconds ago. */ readonly read_at: string;
        /** Whether every part could be read, and is healthy. */
        readonly ok: boolean;
        /** The checks of /readyz. */
        readonly health: readonly {
          readonly part: string;
          readonly ok: boolean;
          /** Why this part could not be read; null: it was. */
          readonly error: string | null;
        }[];
        readonly topics: {
          readonly items: readonly {
            readonly topic: string;
            /** The consumer group that reads it. */
            readonly group: string;
            /** Partitions of the topic. */
            readonly partitions: number;
            /** Messages that the group has not read yet. */
            readonly messages: number;
            /** Age of the oldest of them. */
            readonly seconds: number;
          }[];
          /** Why this part could not be read; null: it was. */
          readonly error: string | null;
        };
        /** What ruaflow lag prints, and the DNS checks. */
        readonly queues: readonly {
          readonly name: string;
          /** Which process does the work; null: it takes ruaflow replay --unstored. */
          readonly process: string | null;
          /** How much waits; null: not known. */
          readonly waiting: number | null;
          /** Age of the oldest part; 0 while nothing waits; null: not known. */
          readonly seconds: number | null;
          /** Why this part could not be read; null: it was. */
          readonly error: string | null;
        }[];
        readonly deliveries: {
          /** Deliveries that wait for an attempt; null: not known. */ readonly pending: number | null;
          /** Deliveries with an attempt under way. */
          readonly delivering: number | null;
          /** Deliveries whose webhook is not active. */
          readonly held: number | null;
          /** Why this part could not be read; null: it was. */
          readonly error: string | null;
        };
        readonly dead_letters: {
          /** null: not known. */
          readonly value: {
            /** When they were read: at most a minute ago. */ readonly read_at: string;
            /** Dead letters of the last 30 days. */
            readonly total: number;
            /** Those of them that were replayed. */
            readonly replayed: number;
            /** false: there are more, which are not counted. */
            readonly complete: boolean;
            readonly groups: readonly {
              /** Where they were set aside from; null: not known. */ readonly topic: string | null;
              readonly reason: string;
              /** Dead letters that were not replayed. */
              readonly letters: number;
              /** When the oldest of them became one. */
              readonly oldest_at: string;
            }[];
          } | null;
          /** Why this part could not be read; null: it was. */
          readonly error: string | null;
        };
        readonly reconciliation: {
          /** The last one; null: none yet, or not known. */
          readonly value: {
            /** When it began. */ readonly begun_at: string;
            /** When it ended. */
            readonly finished_at: string;
            /** Reports compared. */
            readonly reports: number;
            /** Reports without all their rows, after repair. */
            readonly missing: number;
            /** Reports whose rows differ. */
            readonly altered: number;
            /** Reports with rows twice. */
            readonly doubled: number;
            /** Reports in ClickHouse alone. */
            readonly unknown: number;
          } | null;
          /** Why this part could not be read; null: it was. */
          readonly error: string | null;
        };
        /** The record by which the service agrees to receive the reports of all domains (RFC 7489, section 7.1). The operator publishes it once, as a wildcard. */
        readonly report_authorization: {
          /** null: not known. */
          readonly value: {
            /** Verified domains whose reports come to the service's mailboxes. */ readonly domains: number;
            /** Domains for which the authorization is not published, or not valid. */
            readonly missing: number;
            /** The name of one of the missing records; null: none is missing. */
            readonly example: string | null;
          } | null;
          /** Why this part could not be read; null: it was. */
          readonly error: string | null;
        };
      };
    };
  };
  /** List the messages that could not be processed, of all organizations, newest first. */
  listDeadLetters: {
    path: undefined;
    query: {
      /** Only dead letters with this reason. */ readonly reason?: string;
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        /** For ruaflow dead-letters show and replay. */ readonly id: string;
        readonly time: string;
        /** Where it was set aside from; null: not known. */
        readonly topic: string | null;
        readonly reason: string;
        readonly detail: string;
        /** Size of the message. */
        readonly bytes: number;
        /** Whose it is; null: not known. */
        readonly organization_id: string | null;
        /** The domain that its report states; null: it is no report. */
        readonly domain: string | null;
        /** The report; null: it is no report. */
        readonly report_id: string | null;
        /** What the report came in; null: it is no report. */
        readonly submission_id: string | null;
        /** When it was replayed; null: never. */
        readonly replayed_at: string | null;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The requested page. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
    };
  };
  /** Show the contents of a report file, without storing anything. */
  explainReport: {
    path: undefined;
    query: {
      /** File name to show. */ readonly name?: string;
    };
    body: undefined;
    answer: {
      readonly data: {
        readonly file: string;
        /** accepted: The file has a readable report. rejected: See reason. not-aggregate: Not an aggregate report; see reason. */
        readonly outcome: "accepted" | "rejected" | "not-aggregate";
        /** Why it has no report that can be read; null: it has one. */
        readonly reason: string | null;
        /** What is wrong, where, and what to do, in sentences for people. */
        readonly detail: string | null;
        /** Mails of its mailboxes, with reports or without; 0 without a mailbox. */
        readonly mails: number;
        readonly reports: readonly {
          /** Where in the file it was found. */ readonly path: string;
          readonly org_name: string;
          /** As the reporter wrote it. */
          readonly report_id: string;
          readonly domain: string;
          /** The published policy, as the reporter wrote it. */
          readonly p: string | null;
          /** Epoch seconds. */
          readonly begin: number;
          /** Epoch seconds. */
          readonly end: number;
          /** Records that can be stored. */
          readonly records: number;
          /** Records that cannot; each has a warning. */
          readonly records_skipped: number;
          /** Messages. */
          readonly total_count: number;
          /** Messages that passed DMARC. */
          readonly pass_count: number;
          readonly warnings: readonly {
            /** A stable word. */ readonly code: string;
            /** In sentences for people. */
            readonly explanation: string;
            /** Where in the document. */
            readonly path: string;
            /** What the document says there. */
            readonly detail?: string;
            /** How often. */
            readonly count: number;
          }[];
          /** At most 100. */
          readonly first_records: readonly Readonly<Record<string, unknown>>[];
          /** Records that are not among first_records. */
          readonly records_omitted: number;
        }[];
        /** Reports for which the answer has no room. */
        readonly reports_omitted: number;
        readonly rejections: readonly {
          readonly path: string;
          readonly reason: string;
          readonly detail: string;
          /** Line of the XML at which it cannot be read, from 1. */
          readonly line?: number;
          /** Position in this line, from 1, in UTF-16 units. */
          readonly column?: number;
          /** A piece of this line, at most 80 characters, written by the sender. Invisible characters are escaped as in \u202e. */
          readonly excerpt?: string;
          /** The reporter as the document names it. */
          readonly reporter?: string;
        }[];
        /** Rejections for which the answer has no room. */
        readonly rejections_omitted: number;
        /** Entries after the first 1,000: read, and not shown. */
        readonly entries_omitted: number;
      };
    };
  };
  /** Read a submission again. */
  replaySubmission: {
    path: { readonly id: string };
    query: {
      /** Only show what would happen. */ readonly dry_run?: boolean;
    };
    body: undefined;
    answer: {
      readonly data: {
        readonly submission_id: string;
        /** true: nothing was changed. */
        readonly dry_run: boolean;
        /** State of the submission before. GET /api/v1/submissions describes each value. */
        readonly state_before: "accepted" | "duplicate" | "held" | "refused" | "other";
        /** State after the replay. GET /api/v1/submissions describes each value. */
        readonly state: "accepted" | "duplicate" | "held" | "refused" | "other";
        /** What newly counts. */
        readonly difference: {
          /** Reports that newly count. */ readonly reports: number;
          /** Their records. */
          readonly records: number;
          /** Their messages. */
          readonly messages: number;
        };
        readonly entries: readonly {
          /** Position in the submission, from 0. */ readonly entry: number;
          /** Where in the submission it was found. */
          readonly path: string;
          /** Outcome of the entry. accepted: Durable. A moment later, status_url shows whether it is stored, a duplicate or a conflict. duplicate: The report was already stored. conflict: A report with this identity was stored with other content. The first one counts; this one is kept. held: Waits until its domain is added and verified. It is then processed without being sent again. refused: See reason. not-aggregate: Not an aggregate report. */
          readonly outcome: "accepted" | "duplicate" | "conflict" | "held" | "refused" | "not-aggregate";
          /** Stable code for every outcome except accepted. */
          readonly reason: string | null;
          /** What is wrong, where, and what to do, in sentences for people. */
          readonly detail: string | null;
          /** Line of the XML at which it cannot be read, from 1. */
          readonly line?: number;
          /** Position in this line, from 1, in UTF-16 units. */
          readonly column?: number;
          /** A piece of this line, at most 80 characters, written by the sender. Invisible characters are escaped as in \u202e. */
          readonly excerpt?: string;
          /** The reporter as the document names it. */
          readonly reporter?: string;
          /** The report, if it could be read. */
          readonly report_id: string | null;
          /** Domain of the published policy. */
          readonly domain: string | null;
        }[];
      };
    };
  };
}
