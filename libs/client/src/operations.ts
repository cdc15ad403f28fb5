// Written by `npm run openapi` from the server's OpenAPI document.

/** Method and path of each operation. */
export const operations = {
  listReports: { method: "GET", path: "/api/v1/reports" },
  uploadReports: { method: "POST", path: "/api/v1/reports" },
  readAggregate: { method: "GET", path: "/api/v1/reports/aggregate" },
  listSources: { method: "GET", path: "/api/v1/reports/sources" },
  listFailures: { method: "GET", path: "/api/v1/reports/failures" },
  readReport: { method: "GET", path: "/api/v1/reports/{id}" },
  readSubmission: { method: "GET", path: "/api/v1/submissions/{id}" },
  listDomains: { method: "GET", path: "/api/v1/domains" },
  createDomain: { method: "POST", path: "/api/v1/domains" },
  createDomains: { method: "POST", path: "/api/v1/domains/batch" },
  readDomain: { method: "GET", path: "/api/v1/domains/{id}" },
  updateDomain: { method: "PUT", path: "/api/v1/domains/{id}" },
  deleteDomain: { method: "DELETE", path: "/api/v1/domains/{id}" },
  readDomainDns: { method: "GET", path: "/api/v1/domains/{id}/dns" },
  listDomainDnsHistory: { method: "GET", path: "/api/v1/domains/{id}/dns/history" },
  verifyDomain: { method: "POST", path: "/api/v1/domains/{id}/verify" },
  listWebhooks: { method: "GET", path: "/api/v1/webhooks" },
  createWebhook: { method: "POST", path: "/api/v1/webhooks" },
  readWebhook: { method: "GET", path: "/api/v1/webhooks/{id}" },
  updateWebhook: { method: "PUT", path: "/api/v1/webhooks/{id}" },
  deleteWebhook: { method: "DELETE", path: "/api/v1/webhooks/{id}" },
  testWebhook: { method: "POST", path: "/api/v1/webhooks/{id}/test" },
  listDeliveries: { method: "GET", path: "/api/v1/webhooks/{id}/deliveries" },
  readDelivery: { method: "GET", path: "/api/v1/webhooks/{id}/deliveries/{delivery_id}" },
  redeliverEvent: { method: "POST", path: "/api/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver" },
  recoverDeliveries: { method: "POST", path: "/api/v1/webhooks/{id}/recover" },
  listEventTypes: { method: "GET", path: "/api/v1/event-types" },
  listAlerts: { method: "GET", path: "/api/v1/alerts" },
  listApiKeys: { method: "GET", path: "/api/v1/api-keys" },
  createApiKey: { method: "POST", path: "/api/v1/api-keys" },
  revokeApiKey: { method: "DELETE", path: "/api/v1/api-keys/{id}" },
} as const;

/** What each operation takes and answers. */
export interface Operations {
  /** List reports, the newest period first. */
  listReports: {
    path: undefined;
    query: {
      /** Only this domain. */ readonly domain_id?: string;
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Only reports of the reporter with exactly this name. */
      readonly reporter?: string;
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
      /** For sync without gaps: reports in the order in which they became visible, each once, however many arrive meanwhile. Empty (`after=`): from the beginning; then the `meta.next` of the answer before, with the same filter. Not together with page and sort. */
      readonly after?: string;
      /** Field to sort by; a minus sign in front: greatest or newest first. */
      readonly sort?:
        | "date_range"
        | "-date_range"
        | "received_at"
        | "-received_at"
        | "total_count"
        | "-total_count"
        | "reporter"
        | "-reporter";
      /** csv: everything that the other parameters choose, not one page, as CSV; page and per_page are then ignored, whatever their values. Plan protect and above. Without it the Accept header decides. */
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
        /** Percent with one decimal; 0 for no mail. */
        readonly pass_rate: number;
        readonly received_at: string;
      }[];
      readonly meta:
        | {
            /** Items on all pages. */ readonly total: number;
            /** The page asked for. */
            readonly page: number;
            /** Items per page. */
            readonly per_page: number;
            /** 0 when there are no items. */
            readonly total_pages: number;
          }
        | {
            /** Reports per answer at most. */ readonly per_page: number;
            /** Give it as `after` to go on, at once or later. */
            readonly next: string;
            /** Whether to go on at once: true also for an answer with few reports or none, when a filter leaves most out. */
            readonly has_more: boolean;
          };
    };
  };
  /** Upload reports: files, archives or mails. */
  uploadReports: {
    path: undefined;
    query: {
      /** File name of a body that is one file, for people. */ readonly name?: string;
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
        readonly entries: readonly {
          /** Name of the file in the upload. */ readonly file: string;
          /** The file, as one submission. */
          readonly submission_id: string;
          /** Position in the file, from 0. */
          readonly entry: number;
          /** Where in the file it was found. */
          readonly path: string;
          /** accepted: durable; whether it is stored, a duplicate or a conflict is known a moment later, ask status_url. duplicate: stored already. conflict: stored already with other content; the first counts, this one is kept. held: waits until its domain is verified. refused: with the reason. not-aggregate: no aggregate report. */
          readonly outcome: "accepted" | "duplicate" | "conflict" | "held" | "refused" | "not-aggregate";
          /** Whether the outcome stays: false for accepted and held, of which status_url tells more later. */
          readonly final: boolean;
          /** Where to ask what became of it: GET /api/v1/submissions/:id. */
          readonly status_url: string;
          /** Stable word for whatever is not accepted. */
          readonly reason: string | null;
          /** A sentence for people. */
          readonly detail: string | null;
          /** The report, once it is accepted or known. */
          readonly report_id: string | null;
          /** Domain of the policy it is about. */
          readonly domain: string | null;
        }[];
      };
    };
  };
  /** Statistics of a period, by default the last 30 days. */
  readAggregate: {
    path: undefined;
    query: {
      /** Only this domain. */ readonly domain_id?: string;
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** csv: everything that the other parameters choose, not one page, as CSV; page and per_page are then ignored, whatever their values. Plan protect and above. Without it the Accept header decides. */
      readonly format?: "json" | "csv";
    };
    body: undefined;
    answer: {
      readonly data: {
        readonly period: { readonly start: string; readonly end: string };
        readonly totals: {
          /** Messages of the period. */ readonly emails: number;
          /** Reports of the period. */
          readonly reports: number;
          /** Distinct source addresses. */
          readonly sources: number;
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
        /** Every day of the period, also those without mail. */
        readonly daily: readonly {
          readonly date: string;
          /** Messages of the day. */
          readonly emails: number;
          /** DMARC pass rate of the day. */
          readonly pass_rate: number;
        }[];
      };
      readonly meta: {
        /** Reports on days outside the period, of the same domains: not counted here. start_date and end_date reach them. */
        readonly reports_outside_period: number;
        /** The first UTC day with a report, in the period or not; null: there is no report. */
        readonly earliest_day: string | null;
        /** The last UTC day with a report, in the period or not; null: there is no report. */
        readonly latest_day: string | null;
      };
    };
  };
  /** Sending sources of a period, by default the last 30 days. */
  listSources: {
    path: undefined;
    query: {
      /** Only this domain. */ readonly domain_id?: string;
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
      /** Field to sort by; a minus sign in front: greatest or newest first. */
      readonly sort?:
        | "total_count"
        | "-total_count"
        | "source_ip"
        | "-source_ip"
        | "first_seen"
        | "-first_seen"
        | "last_seen"
        | "-last_seen";
      /** csv: everything that the other parameters choose, not one page, as CSV; page and per_page are then ignored, whatever their values. Plan protect and above. Without it the Accept header decides. */
      readonly format?: "json" | "csv";
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly source_ip: string;
        /** Reverse name of the address. Ruaflow does not look names up yet: always null. */
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
        /** Begin of the earliest report period with this source. */
        readonly first_seen: string;
        /** End of the latest report period with this source. */
        readonly last_seen: string;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The page asked for. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
        /** The UTC days that the answer covers, inclusive: those asked for, by default the last 30. */
        readonly period: { readonly start: string; readonly end: string };
        /** Reports on days outside the period, of the same domains: not counted here. start_date and end_date reach them. */
        readonly reports_outside_period: number;
        /** The first UTC day with a report, in the period or not; null: there is no report. */
        readonly earliest_day: string | null;
        /** The last UTC day with a report, in the period or not; null: there is no report. */
        readonly latest_day: string | null;
      };
    };
  };
  /** Mail that failed DMARC in a period, by source; by default the last 30 days. */
  listFailures: {
    path: undefined;
    query: {
      /** Only this domain. */ readonly domain_id?: string;
      /** First UTC day, inclusive (YYYY-MM-DD). A report counts for the UTC day in the middle of its period. */
      readonly start_date?: string;
      /** Last UTC day, inclusive (YYYY-MM-DD). A period of sums has at most 18,300 days. */
      readonly end_date?: string;
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
      /** Field to sort by; a minus sign in front: greatest or newest first. */
      readonly sort?:
        | "failure_count"
        | "-failure_count"
        | "source_ip"
        | "-source_ip"
        | "first_seen"
        | "-first_seen"
        | "last_seen"
        | "-last_seen";
      /** csv: everything that the other parameters choose, not one page, as CSV; page and per_page are then ignored, whatever their values. Plan protect and above. Without it the Accept header decides. */
      readonly format?: "json" | "csv";
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly source_ip: string;
        /** Reverse name of the address. Ruaflow does not look names up yet: always "unknown". */
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
        /** What receivers did with most of them. */
        readonly policy_applied: string;
        /** Begin of the earliest report period with this source. */
        readonly first_seen: string;
        /** End of the latest report period with this source. */
        readonly last_seen: string;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The page asked for. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
        /** The UTC days that the answer covers, inclusive: those asked for, by default the last 30. */
        readonly period: { readonly start: string; readonly end: string };
        /** Reports on days outside the period, of the same domains: not counted here. start_date and end_date reach them. */
        readonly reports_outside_period: number;
        /** The first UTC day with a report, in the period or not; null: there is no report. */
        readonly earliest_day: string | null;
        /** The last UTC day with a report, in the period or not; null: there is no report. */
        readonly latest_day: string | null;
        /** Failed messages of all sources on all pages. */
        readonly total_failures: number;
      };
    };
  };
  /** One report with all its records. */
  readReport: {
    path: { readonly id: string };
    query: {
      /** csv: everything that the other parameters choose, not one page, as CSV; page and per_page are then ignored, whatever their values. Plan protect and above. Without it the Accept header decides. */
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
        /** Percent with one decimal; 0 for no mail. */
        readonly pass_rate: number;
        readonly received_at: string;
        /** The id that the reporter gave it. */
        readonly reporter_report_id: string;
        /** Null when absent. */
        readonly reporter_email: string | null;
        /** extra_contact_info; null when absent. */
        readonly reporter_contact: string | null;
        /** Problems the reporter met. */
        readonly errors: readonly string[];
        /** Software of the reporter (RFC 9990). */
        readonly generator: string | null;
        /** The version element. */
        readonly version: string | null;
        /** XML namespace; empty for none. */
        readonly namespace: string;
        readonly policy_published: {
          readonly domain: string;
          /** As published; an empty text when the element was empty, null when it was absent. */
          readonly p: string | null;
          /** As published; an empty text when the element was empty, null when it was absent. */
          readonly sp: string | null;
          /** As published; an empty text when the element was empty, null when it was absent. */
          readonly np: string | null;
          /** As published; an empty text when the element was empty, null when it was absent. */
          readonly adkim: string | null;
          /** As published; an empty text when the element was empty, null when it was absent. */
          readonly aspf: string | null;
          /** As published; an empty text when the element was empty, null when it was absent. */
          readonly pct: string | null;
          /** As published; an empty text when the element was empty, null when it was absent. */
          readonly fo: string | null;
          /** As published; an empty text when the element was empty, null when it was absent. */
          readonly testing: string | null;
          /** As published; an empty text when the element was empty, null when it was absent. */
          readonly discovery_method: string | null;
        };
        /** Records that were read. */
        readonly record_count: number;
        /** Records that could not be read. */
        readonly records_skipped: number;
        /** What was odd and read all the same. */
        readonly warnings: readonly { readonly code: string; readonly path: string; readonly count: number }[];
        /** How the report reached us. */
        readonly channel: string;
        readonly records: readonly {
          readonly source_ip: string;
          /** Reverse name of the address. Ruaflow does not look names up yet: always null. */
          readonly hostname: string | null;
          /** Owner of the address; null when unknown. */
          readonly organization: string | null;
          /** Two-letter country code; null when unknown. */
          readonly country: string | null;
          /** Messages. */
          readonly count: number;
          readonly dmarc_pass: boolean;
          readonly policy_evaluated: {
            readonly disposition: string;
            /** DKIM alignment result. */
            readonly dkim: string;
            /** SPF alignment result. */
            readonly spf: string;
            readonly reasons: readonly { readonly type: string; readonly comment: string }[];
          };
          readonly identifiers: {
            readonly header_from: string;
            /** Null when absent, an empty text for the null sender. */
            readonly envelope_from: string | null;
            /** Null when absent. */
            readonly envelope_to: string | null;
          };
          readonly auth_results: {
            readonly dkim: readonly {
              readonly domain: string;
              readonly selector: string;
              readonly result: string;
              readonly human_result: string;
            }[];
            readonly spf: readonly {
              readonly domain: string;
              readonly scope: string;
              readonly result: string;
              readonly human_result: string;
            }[];
          };
        }[];
      };
    };
  };
  /** What became of an upload. */
  readSubmission: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        readonly id: string;
        /** When its first outcome was known. */
        readonly created_at: string;
        /** Whether every outcome of it stays. */
        readonly final: boolean;
        /** What was found in it; a report that is being read is not listed yet. */
        readonly entries: readonly {
          /** Position in the submission, from 0. */ readonly entry: number;
          /** Where in the submission it was found. */
          readonly path: string | null;
          /** accepted: durable, not judged yet. stored: its numbers count. duplicate: the same report was stored already. conflict: a report with the same identity and other content was stored before; that one counts, this one is kept. held: waits until its domain is verified. refused: with the reason. not-aggregate: not an aggregate report. dropped: its domain was deleted meanwhile. */
          readonly outcome:
            | "accepted"
            | "stored"
            | "duplicate"
            | "conflict"
            | "held"
            | "refused"
            | "not-aggregate"
            | "dropped";
          /** Whether the outcome stays: false for accepted and held. */
          readonly final: boolean;
          /** Stable word for every outcome but accepted and stored. */
          readonly reason: string | null;
          /** A sentence for people. */
          readonly detail: string | null;
          /** The report, when it could be read. */
          readonly report_id: string | null;
          /** The domain it counts for. */
          readonly domain_id: string | null;
        }[];
      };
    };
  };
  /** List domains by name. */
  listDomains: {
    path: undefined;
    query: {
      /** pending: not proven yet. verified: owned, reports are stored. failed: the last proof did not succeed; it may be tried again. */
      readonly status?: "pending" | "verified" | "failed";
      /** Part of the name, in any case. */
      readonly search?: string;
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
      /** Field to sort by; a minus sign in front: greatest or newest first. */
      readonly sort?:
        | "domain"
        | "-domain"
        | "status"
        | "-status"
        | "created_at"
        | "-created_at"
        | "verified_at"
        | "-verified_at";
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        readonly id: string;
        /** The name as A-label. */
        readonly domain: string;
        /** pending: not proven yet. verified: owned, reports are stored. failed: the last proof did not succeed; it may be tried again. */
        readonly status: "pending" | "verified" | "failed";
        /** As DNS showed it last; where it showed none or was not asked yet, as the newest report about the domain says. null: neither tells. */
        readonly dmarc_policy: "none" | "quarantine" | "reject" | null;
        /** DMARC pass rate of the last 30 days, one decimal; 0 when there was no mail. */
        readonly pass_rate: number;
        readonly created_at: string;
        /** When it was verified last; null: not yet. */
        readonly verified_at: string | null;
        /** Labels of your own. */
        readonly labels: readonly string[];
        /** What you call the client whose domain it is; null: nothing. */
        readonly client_reference: string | null;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The page asked for. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
    };
  };
  /** Add a domain; it is pending until it is verified. */
  createDomain: {
    path: undefined;
    query: undefined;
    body: {
      /** Name of the domain; an internationalized one may be given as it is written. */ readonly domain: string;
      /** What you call the client whose domain it is; null: nothing. */
      readonly client_reference?: string | null;
      /** Labels of your own. */
      readonly labels?: readonly string[];
    };
    answer: {
      readonly data: {
        readonly id: string;
        /** The name as A-label. */
        readonly domain: string;
        /** pending: not proven yet. verified: owned, reports are stored. failed: the last proof did not succeed; it may be tried again. */
        readonly status: "pending" | "verified" | "failed";
        /** To be published as TXT record: GET /api/v1/domains/:id/dns. */
        readonly verification_token: string;
        readonly created_at: string;
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
        /** Name of the domain; an internationalized one may be given as it is written. */ readonly domain: string;
        /** What you call the client whose domain it is; null: nothing. */
        readonly client_reference?: string | null;
        /** Labels of your own. */
        readonly labels?: readonly string[];
      }[];
    };
    answer: {
      /** In the order of the request. */
      readonly data: readonly {
        /** As it was given. */ readonly domain: string;
        /** duplicate: it is one of your domains already, stands above in this list, or is just being deleted. */
        readonly result: "created" | "duplicate" | "invalid";
        readonly data?: {
          readonly id: string;
          /** The name as A-label. */
          readonly domain: string;
          /** pending: not proven yet. verified: owned, reports are stored. failed: the last proof did not succeed; it may be tried again. */
          readonly status: "pending" | "verified" | "failed";
          /** To be published as TXT record: GET /api/v1/domains/:id/dns. */
          readonly verification_token: string;
          readonly created_at: string;
        };
        /** Stable word for why it is invalid. */
        readonly reason?: string;
        readonly detail?: string;
      }[];
      readonly meta: {
        /** Names given. */ readonly total: number;
        /** Added. */
        readonly created: number;
        /** There before. */
        readonly duplicate: number;
        /** No names of domains. */
        readonly invalid: number;
      };
    };
  };
  /** Read a domain, with the policy that it publishes now. */
  readDomain: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        readonly id: string;
        /** The name as A-label. */
        readonly domain: string;
        /** pending: not proven yet. verified: owned, reports are stored. failed: the last proof did not succeed; it may be tried again. */
        readonly status: "pending" | "verified" | "failed";
        /** As DNS showed it last; where it showed none or was not asked yet, as the newest report about the domain says. null: neither tells. */
        readonly dmarc_policy: "none" | "quarantine" | "reject" | null;
        /** DMARC pass rate of the last 30 days, one decimal; 0 when there was no mail. */
        readonly pass_rate: number;
        readonly created_at: string;
        /** When it was verified last; null: not yet. */
        readonly verified_at: string | null;
        /** Labels of your own. */
        readonly labels: readonly string[];
        /** What you call the client whose domain it is; null: nothing. */
        readonly client_reference: string | null;
        readonly settings: {
          /** When to raise the event alert.triggered. */
          readonly alert_rules: {
            /** Less than `below` percent of the messages in the window pass DMARC. */
            readonly pass_rate: {
              /** Whether the rule is in force. */ readonly enabled: boolean;
              /** Percent. */
              readonly below: number;
              /** Days up to now that count. */
              readonly window_days: number;
              /** Messages in the window below which nothing is said. */
              readonly messages_min: number;
            };
            /** A source never seen before sends messages that fail. */
            readonly new_source: {
              /** Whether the rule is in force. */ readonly enabled: boolean;
              /** Failing messages from which on it counts. */
              readonly failures_min: number;
            };
            /** Many more messages fail in a day than usually do. */
            readonly failure_volume: {
              /** Whether the rule is in force. */ readonly enabled: boolean;
              /** Times the usual number. */
              readonly times: number;
              /** Failing messages of a day below which nothing is said. */
              readonly failures_min: number;
            };
            /** No report has come for some days. */
            readonly missing_reports: {
              /** Whether the rule is in force. */ readonly enabled: boolean;
              /** Days without a report. */
              readonly days: number;
            };
          };
          /** Whether changes of its DNS records are looked for. */
          readonly dns_watch: boolean;
          /** Labels of your own. */
          readonly labels: readonly string[];
          /** What you call the client whose domain it is; null: nothing. */
          readonly client_reference: string | null;
          /** Days that reports are kept, counted from their UTC day; older ones are deleted within two hours, and one that is sent again stays deleted. null: for ever. */
          readonly retention_days: number | null;
        };
      };
    };
  };
  /** Change settings of a domain: what is given changes, the rest stays. */
  updateDomain: {
    path: { readonly id: string };
    query: undefined;
    body: {
      /** A rule that is given takes the place of the one before, whole; the others stay. */
      readonly alert_rules?: {
        /** Less than `below` percent of the messages in the window pass DMARC. */
        readonly pass_rate?: {
          /** Whether the rule is in force. */ readonly enabled: boolean;
          /** Percent. */
          readonly below: number;
          /** Days up to now that count. */
          readonly window_days: number;
          /** Messages in the window below which nothing is said. */
          readonly messages_min: number;
        };
        /** A source never seen before sends messages that fail. */
        readonly new_source?: {
          /** Whether the rule is in force. */ readonly enabled: boolean;
          /** Failing messages from which on it counts. */
          readonly failures_min: number;
        };
        /** Many more messages fail in a day than usually do. */
        readonly failure_volume?: {
          /** Whether the rule is in force. */ readonly enabled: boolean;
          /** Times the usual number. */
          readonly times: number;
          /** Failing messages of a day below which nothing is said. */
          readonly failures_min: number;
        };
        /** No report has come for some days. */
        readonly missing_reports?: {
          /** Whether the rule is in force. */ readonly enabled: boolean;
          /** Days without a report. */
          readonly days: number;
        };
      };
      /** Whether changes of its DNS records are looked for. */
      readonly dns_watch?: boolean;
      /** Labels of your own. */
      readonly labels?: readonly string[];
      /** What you call the client whose domain it is; null: nothing. */
      readonly client_reference?: string | null;
      /** Days that reports are kept, counted from their UTC day; older ones are deleted within two hours, and one that is sent again stays deleted. null: for ever. */
      readonly retention_days?: number | null;
    };
    answer: {
      readonly data: {
        readonly id: string;
        /** The name as A-label. */
        readonly domain: string;
        /** pending: not proven yet. verified: owned, reports are stored. failed: the last proof did not succeed; it may be tried again. */
        readonly status: "pending" | "verified" | "failed";
        /** As DNS showed it last; where it showed none or was not asked yet, as the newest report about the domain says. null: neither tells. */
        readonly dmarc_policy: "none" | "quarantine" | "reject" | null;
        /** DMARC pass rate of the last 30 days, one decimal; 0 when there was no mail. */
        readonly pass_rate: number;
        readonly created_at: string;
        /** When it was verified last; null: not yet. */
        readonly verified_at: string | null;
        /** Labels of your own. */
        readonly labels: readonly string[];
        /** What you call the client whose domain it is; null: nothing. */
        readonly client_reference: string | null;
        readonly settings: {
          /** When to raise the event alert.triggered. */
          readonly alert_rules: {
            /** Less than `below` percent of the messages in the window pass DMARC. */
            readonly pass_rate: {
              /** Whether the rule is in force. */ readonly enabled: boolean;
              /** Percent. */
              readonly below: number;
              /** Days up to now that count. */
              readonly window_days: number;
              /** Messages in the window below which nothing is said. */
              readonly messages_min: number;
            };
            /** A source never seen before sends messages that fail. */
            readonly new_source: {
              /** Whether the rule is in force. */ readonly enabled: boolean;
              /** Failing messages from which on it counts. */
              readonly failures_min: number;
            };
            /** Many more messages fail in a day than usually do. */
            readonly failure_volume: {
              /** Whether the rule is in force. */ readonly enabled: boolean;
              /** Times the usual number. */
              readonly times: number;
              /** Failing messages of a day below which nothing is said. */
              readonly failures_min: number;
            };
            /** No report has come for some days. */
            readonly missing_reports: {
              /** Whether the rule is in force. */ readonly enabled: boolean;
              /** Days without a report. */
              readonly days: number;
            };
          };
          /** Whether changes of its DNS records are looked for. */
          readonly dns_watch: boolean;
          /** Labels of your own. */
          readonly labels: readonly string[];
          /** What you call the client whose domain it is; null: nothing. */
          readonly client_reference: string | null;
          /** Days that reports are kept, counted from their UTC day; older ones are deleted within two hours, and one that is sent again stays deleted. null: for ever. */
          readonly retention_days: number | null;
        };
      };
    };
  };
  /** Delete a domain with all its reports, for ever. */
  deleteDomain: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** The DNS records to publish, and what is published now. */
  readDomainDns: {
    path: { readonly id: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        readonly dmarc: {
          /** Relative to the domain. */ readonly host: string;
          readonly type: "TXT";
          /** What to publish. */
          readonly value: string;
          /** The whole name, where it was looked up. */
          readonly name: string;
          /** unknown: DNS could not be asked. */
          readonly state: "ok" | "missing" | "different" | "unknown";
          /** What is published now. */
          readonly found: readonly string[];
          /** What is wrong and what to do. */
          readonly detail: string;
        };
        readonly mta_sts: {
          /** Relative to the domain. */ readonly host: string;
          readonly type: "TXT";
          /** What to publish. */
          readonly value: string;
          /** The whole name, where it was looked up. */
          readonly name: string;
          /** unknown: DNS could not be asked. */
          readonly state: "ok" | "missing" | "different" | "unknown";
          /** What is published now. */
          readonly found: readonly string[];
          /** What is wrong and what to do. */
          readonly detail: string;
        };
        readonly verification: {
          /** Relative to the domain. */ readonly host: string;
          readonly type: "TXT";
          /** What to publish. */
          readonly value: string;
          /** The whole name, where it was looked up. */
          readonly name: string;
          /** unknown: DNS could not be asked. */
          readonly state: "ok" | "missing" | "different" | "unknown";
          /** What is published now. */
          readonly found: readonly string[];
          /** What is wrong and what to do. */
          readonly detail: string;
        };
        /** The record by which the service agrees to receive the domain's reports (RFC 7489, section 7.1), which whoever operates it publishes; null: not needed. */
        readonly report_authorization: {
          /** The whole name, where it was looked up. */ readonly name: string;
          /** unknown: DNS could not be asked. */
          readonly state: "ok" | "missing" | "different" | "unknown";
          /** What is published now. */
          readonly found: readonly string[];
          /** What is wrong and what to do. */
          readonly detail: string;
          /** How the record begins. */
          readonly expected: string;
        } | null;
        /** Those of the entries that are missing or different. */
        readonly missing: readonly string[];
        /** What to know before publishing them; mostly empty. */
        readonly warnings: readonly string[];
      };
    };
  };
  /** List changes of a domain's DNS records, the newest first. */
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
        /** Which of the domain's records. */
        readonly record: "dmarc" | "mta_sts" | "verification" | "report_authorization";
        /** Name at which it was looked up. */
        readonly host: string;
        /** The record before, one line for each text; null: there was none. */
        readonly old: string | null;
        /** The record since then; null: there is none. */
        readonly new: string | null;
        /** What is different, in words; empty for what was seen first. */
        readonly differences: readonly string[];
        /** When it was seen. */
        readonly checked_at: string;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The page asked for. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
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
        /** pending: not proven yet. verified: owned, reports are stored. failed: the last proof did not succeed; it may be tried again. */
        readonly status: "pending" | "verified" | "failed";
        /** When it was verified last; null: not yet. */
        readonly verified_at: string | null;
      };
      readonly message: string;
    };
  };
  /** List webhooks, the oldest first. */
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
        /** HTTPS address of a public host, without user name, password or fragment; port 443 or one from 1024 on that no database uses. */
        readonly url: string;
        /** Event types that it receives. */
        readonly events: readonly (
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered"
        )[];
        /** Receives events. */
        readonly active: boolean;
        /** Deliveries are signed. */
        readonly has_secret: boolean;
        readonly created_at: string;
        /** The last successful delivery; null: none yet. */
        readonly last_triggered_at: string | null;
        /** Deliveries in a row that were given up after all retries; disable_after.failures of them may disable it. */
        readonly failure_count: number;
        /** When the first of these deliveries was given up; null: there are none. */
        readonly failing_since: string | null;
        /** What disables it: a delivery that is given up when both figures are reached. The operator sets them. An answer of 410 disables it at once. */
        readonly disable_after: {
          /** What failure_count must reach. */ readonly failures: number;
          /** How long before the last of these failures failing_since must be, in hours; 0: no span. */
          readonly hours: number;
        };
        /** Why the service disabled it: 410, or the rule in disable_after; null: it did not. */
        readonly disabled_reason: string | null;
        /** The secret before the current one signs too until then; null: there is none. */
        readonly previous_secret_until: string | null;
        /** When the first event happened that was not queued because 10,000 deliveries waited already; null: none. POST /api/v1/webhooks/:id/recover with this time brings them back. */
        readonly missed_since: string | null;
        /** How many since then. */
        readonly missed_events: number;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The page asked for. */
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
      /** HTTPS address of a public host, without user name, password or fragment; port 443 or one from 1024 on that no database uses. */
      readonly url: string;
      /** Event types that it receives. */
      readonly events: readonly (
        | "report.received"
        | "report.failure"
        | "domain.verified"
        | "domain.dns_changed"
        | "alert.triggered"
      )[];
      /** 16 to 256 printable ASCII characters without spaces; after whsec_, base64 of at least 16 bytes. Signs each delivery and is never shown again. */
      readonly secret?: string;
      /** Receives events. */
      readonly active?: boolean;
    };
    answer: {
      readonly data: {
        readonly id: string;
        /** HTTPS address of a public host, without user name, password or fragment; port 443 or one from 1024 on that no database uses. */
        readonly url: string;
        /** Event types that it receives. */
        readonly events: readonly (
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered"
        )[];
        /** Receives events. */
        readonly active: boolean;
        /** Deliveries are signed. */
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
        /** HTTPS address of a public host, without user name, password or fragment; port 443 or one from 1024 on that no database uses. */
        readonly url: string;
        /** Event types that it receives. */
        readonly events: readonly (
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered"
        )[];
        /** Receives events. */
        readonly active: boolean;
        /** Deliveries are signed. */
        readonly has_secret: boolean;
        readonly created_at: string;
        /** The last successful delivery; null: none yet. */
        readonly last_triggered_at: string | null;
        /** Deliveries in a row that were given up after all retries; disable_after.failures of them may disable it. */
        readonly failure_count: number;
        /** When the first of these deliveries was given up; null: there are none. */
        readonly failing_since: string | null;
        /** What disables it: a delivery that is given up when both figures are reached. The operator sets them. An answer of 410 disables it at once. */
        readonly disable_after: {
          /** What failure_count must reach. */ readonly failures: number;
          /** How long before the last of these failures failing_since must be, in hours; 0: no span. */
          readonly hours: number;
        };
        /** Why the service disabled it: 410, or the rule in disable_after; null: it did not. */
        readonly disabled_reason: string | null;
        /** The secret before the current one signs too until then; null: there is none. */
        readonly previous_secret_until: string | null;
        /** When the first event happened that was not queued because 10,000 deliveries waited already; null: none. POST /api/v1/webhooks/:id/recover with this time brings them back. */
        readonly missed_since: string | null;
        /** How many since then. */
        readonly missed_events: number;
      };
    };
  };
  /** Change a webhook: what is given changes, the rest stays. */
  updateWebhook: {
    path: { readonly id: string };
    query: undefined;
    body: {
      /** HTTPS address of a public host, without user name, password or fragment; port 443 or one from 1024 on that no database uses. */
      readonly url?: string;
      /** Event types that it receives. */
      readonly events?: readonly (
        | "report.received"
        | "report.failure"
        | "domain.verified"
        | "domain.dns_changed"
        | "alert.triggered"
      )[];
      /** A new secret; the one before it signs too for 24 hours. null: deliveries are no longer signed. */
      readonly secret?: string | null;
      /** true also forgets the failures of a webhook that was disabled. */
      readonly active?: boolean;
    };
    answer: {
      readonly data: {
        readonly id: string;
        /** HTTPS address of a public host, without user name, password or fragment; port 443 or one from 1024 on that no database uses. */
        readonly url: string;
        /** Event types that it receives. */
        readonly events: readonly (
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered"
        )[];
        /** Receives events. */
        readonly active: boolean;
        /** Deliveries are signed. */
        readonly has_secret: boolean;
        readonly created_at: string;
        /** The last successful delivery; null: none yet. */
        readonly last_triggered_at: string | null;
        /** Deliveries in a row that were given up after all retries; disable_after.failures of them may disable it. */
        readonly failure_count: number;
        /** When the first of these deliveries was given up; null: there are none. */
        readonly failing_since: string | null;
        /** What disables it: a delivery that is given up when both figures are reached. The operator sets them. An answer of 410 disables it at once. */
        readonly disable_after: {
          /** What failure_count must reach. */ readonly failures: number;
          /** How long before the last of these failures failing_since must be, in hours; 0: no span. */
          readonly hours: number;
        };
        /** Why the service disabled it: 410, or the rule in disable_after; null: it did not. */
        readonly disabled_reason: string | null;
        /** The secret before the current one signs too until then; null: there is none. */
        readonly previous_secret_until: string | null;
        /** When the first event happened that was not queued because 10,000 deliveries waited already; null: none. POST /api/v1/webhooks/:id/recover with this time brings them back. */
        readonly missed_since: string | null;
        /** How many since then. */
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
  /** Send a sample to the endpoint at once, and tell what came of it. */
  testWebhook: {
    path: { readonly id: string };
    query: undefined;
    body: {
      /** Type of an event; GET /api/v1/event-types tells about each. */
      readonly type?:
        | "report.received"
        | "report.failure"
        | "domain.verified"
        | "domain.dns_changed"
        | "alert.triggered";
    };
    answer: {
      readonly data: {
        readonly delivery_id: string;
        /** Whether the endpoint answered with 2xx in time. */
        readonly delivered: boolean;
        /** What is sent; each attempt sends the same bytes. */
        readonly event: {
          readonly id: string;
          /** Type of an event; GET /api/v1/event-types tells about each. */
          readonly type:
            | "report.received"
            | "report.failure"
            | "domain.verified"
            | "domain.dns_changed"
            | "alert.triggered";
          readonly created_at: string;
          /** What happened, by type. */
          readonly data: Readonly<Record<string, unknown>>;
        };
        /** HTTP status of the answer; null: none came. */
        readonly status_code: number | null;
        /** From the first step to the last byte of the answer. */
        readonly latency_ms: number;
        /** Why no whole answer came: url, address, dns, connect, tls, timeout or answer (the connection broke); null: it came. */
        readonly error: string | null;
        /** The error in one sentence; empty without one. */
        readonly detail: string;
        /** The first 4,096 bytes of the answer's body, as UTF-8. */
        readonly response_body: string;
      };
    };
  };
  /** List the deliveries of a webhook, the newest first. */
  listDeliveries: {
    path: { readonly id: string };
    query: {
      /** pending: waits for its next attempt. delivering: an attempt is being made. delivered. exhausted: given up. held: waits until the webhook is active again, for up to seven days. */
      readonly status?: "pending" | "delivering" | "delivered" | "exhausted" | "held";
      /** Type of an event; GET /api/v1/event-types tells about each. */
      readonly event_type?:
        | "report.received"
        | "report.failure"
        | "domain.verified"
        | "domain.dns_changed"
        | "alert.triggered";
      /** Only those queued then or later. */
      readonly since?: string;
      /** Only those queued before. */
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
        /** Type of an event; GET /api/v1/event-types tells about each. */
        readonly event_type:
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered";
        /** pending: waits for its next attempt. delivering: an attempt is being made. delivered. exhausted: given up. held: waits until the webhook is active again, for up to seven days. */
        readonly status: "pending" | "delivering" | "delivered" | "exhausted" | "held";
        /** A sample that was asked for; it does not count for the webhook. */
        readonly test: boolean;
        /** Attempts so far, those of redeliveries included. */
        readonly attempt_count: number;
        /** When it is tried next; null: it is not waiting. */
        readonly next_attempt_at: string | null;
        /** When it was queued. */
        readonly created_at: string;
        /** When it was delivered or given up; null: it was not yet. */
        readonly finished_at: string | null;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The page asked for. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
        /** When the first event happened that was not queued because 10,000 deliveries waited already; null: none. POST /api/v1/webhooks/:id/recover with this time brings them back. */
        readonly missed_since: string | null;
        /** How many since then. */
        readonly missed_events: number;
      };
    };
  };
  /** Read a delivery with what was sent and each attempt. */
  readDelivery: {
    path: { readonly id: string; readonly delivery_id: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        readonly id: string;
        /** The event's id, the same in every delivery of it. */
        readonly event_id: string;
        /** Type of an event; GET /api/v1/event-types tells about each. */
        readonly event_type:
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered";
        /** pending: waits for its next attempt. delivering: an attempt is being made. delivered. exhausted: given up. held: waits until the webhook is active again, for up to seven days. */
        readonly status: "pending" | "delivering" | "delivered" | "exhausted" | "held";
        /** A sample that was asked for; it does not count for the webhook. */
        readonly test: boolean;
        /** Attempts so far, those of redeliveries included. */
        readonly attempt_count: number;
        /** When it is tried next; null: it is not waiting. */
        readonly next_attempt_at: string | null;
        /** When it was queued. */
        readonly created_at: string;
        /** When it was delivered or given up; null: it was not yet. */
        readonly finished_at: string | null;
        /** What is sent; each attempt sends the same bytes. */
        readonly event: {
          readonly id: string;
          /** Type of an event; GET /api/v1/event-types tells about each. */
          readonly type:
            | "report.received"
            | "report.failure"
            | "domain.verified"
            | "domain.dns_changed"
            | "alert.triggered";
          readonly created_at: string;
          /** What happened, by type. */
          readonly data: Readonly<Record<string, unknown>>;
        };
        /** The latest first, at most 100. */
        readonly attempts: readonly {
          /** From 1. */ readonly number: number;
          readonly started_at: string;
          /** HTTP status of the answer; null: none came. */
          readonly status_code: number | null;
          /** From the first step to the last byte of the answer. */
          readonly latency_ms: number;
          /** Why no whole answer came: url, address, dns, connect, tls, timeout or answer (the connection broke); null: it came. */
          readonly error: string | null;
          /** The error in one sentence; empty without one. */
          readonly detail: string;
          /** The first 4,096 bytes of the answer's body, as UTF-8. */
          readonly response_body: string;
        }[];
      };
    };
  };
  /** Deliver again: the same event, id and bytes, in a new series of attempts. */
  redeliverEvent: {
    path: { readonly id: string; readonly delivery_id: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly data: {
        readonly id: string;
        /** The event's id, the same in every delivery of it. */
        readonly event_id: string;
        /** Type of an event; GET /api/v1/event-types tells about each. */
        readonly event_type:
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered";
        /** pending: waits for its next attempt. delivering: an attempt is being made. delivered. exhausted: given up. held: waits until the webhook is active again, for up to seven days. */
        readonly status: "pending" | "delivering" | "delivered" | "exhausted" | "held";
        /** A sample that was asked for; it does not count for the webhook. */
        readonly test: boolean;
        /** Attempts so far, those of redeliveries included. */
        readonly attempt_count: number;
        /** When it is tried next; null: it is not waiting. */
        readonly next_attempt_at: string | null;
        /** When it was queued. */
        readonly created_at: string;
        /** When it was delivered or given up; null: it was not yet. */
        readonly finished_at: string | null;
        /** What is sent; each attempt sends the same bytes. */
        readonly event: {
          readonly id: string;
          /** Type of an event; GET /api/v1/event-types tells about each. */
          readonly type:
            | "report.received"
            | "report.failure"
            | "domain.verified"
            | "domain.dns_changed"
            | "alert.triggered";
          readonly created_at: string;
          /** What happened, by type. */
          readonly data: Readonly<Record<string, unknown>>;
        };
        /** The latest first, at most 100. */
        readonly attempts: readonly {
          /** From 1. */ readonly number: number;
          readonly started_at: string;
          /** HTTP status of the answer; null: none came. */
          readonly status_code: number | null;
          /** From the first step to the last byte of the answer. */
          readonly latency_ms: number;
          /** Why no whole answer came: url, address, dns, connect, tls, timeout or answer (the connection broke); null: it came. */
          readonly error: string | null;
          /** The error in one sentence; empty without one. */
          readonly detail: string;
          /** The first 4,096 bytes of the answer's body, as UTF-8. */
          readonly response_body: string;
        }[];
      };
    };
  };
  /** Deliver what the webhook missed since a time. */
  recoverDeliveries: {
    path: { readonly id: string };
    query: undefined;
    body: {
      /** Events whose created_at is then or later. */ readonly since: string;
    };
    answer: {
      readonly data: {
        /** Events that are delivered now, oldest first. */ readonly queued: number;
        /** Those that found no room in the queue: ask again when it is shorter. */
        readonly left: number;
      };
    };
  };
  /** List the types of events that webhooks can receive, with their schemas. */
  listEventTypes: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly data: readonly {
        /** Type of an event; GET /api/v1/event-types tells about each. */
        readonly type:
          | "report.received"
          | "report.failure"
          | "domain.verified"
          | "domain.dns_changed"
          | "alert.triggered";
        readonly description: string;
        /** JSON Schema of the whole body that is sent. */
        readonly schema: Readonly<Record<string, unknown>>;
        /** What is sent; each attempt sends the same bytes. */
        readonly example: {
          readonly id: string;
          /** Type of an event; GET /api/v1/event-types tells about each. */
          readonly type:
            | "report.received"
            | "report.failure"
            | "domain.verified"
            | "domain.dns_changed"
            | "alert.triggered";
          readonly created_at: string;
          /** What happened, by type. */
          readonly data: Readonly<Record<string, unknown>>;
        };
      }[];
      readonly meta: { readonly total: number };
    };
  };
  /** List alerts, the newest first. */
  listAlerts: {
    path: undefined;
    query: {
      /** Only this domain. */ readonly domain_id?: string;
      /** Rule of the domain's settings whose threshold was crossed. */
      readonly rule?: "pass_rate" | "new_source" | "failure_volume" | "missing_reports";
      /** triggered: the threshold is crossed. cleared: it no longer is. */
      readonly state?: "triggered" | "cleared";
      /** Page number, from 1 to 1,000,000. */
      readonly page?: number;
      /** Items per page. */
      readonly per_page?: number;
    };
    body: undefined;
    answer: {
      readonly data: readonly {
        /** As in the event alert.triggered. */ readonly id: string;
        readonly domain_id: string;
        /** The domain's name. */
        readonly domain: string;
        /** Rule of the domain's settings whose threshold was crossed. */
        readonly rule: "pass_rate" | "new_source" | "failure_volume" | "missing_reports";
        /** triggered: the threshold is crossed. cleared: it no longer is. */
        readonly state: "triggered" | "cleared";
        /** The source it is about; null: the whole domain. */
        readonly source_ip: string | null;
        /** What had happened when the threshold was crossed, in one sentence. */
        readonly summary: string;
        /** The value at that moment. */
        readonly value: number;
        /** The threshold at that moment. */
        readonly threshold: number;
        /** When the threshold was crossed. */
        readonly triggered_at: string;
        /** When it no longer was; null while it is. */
        readonly cleared_at: string | null;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The page asked for. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
    };
  };
  /** List API keys, also revoked and expired ones, the oldest first. */
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
        /** What the key may do. */
        readonly scopes: readonly (
          | "reports:read"
          | "domains:read"
          | "domains:write"
          | "webhooks:read"
          | "webhooks:write"
          | "ingest:write"
          | "keys:admin"
        )[];
        readonly created_at: string;
        /** When it stops working; null: never. */
        readonly expires_at: string | null;
        /** Exact to about a minute; null: not yet. */
        readonly last_used_at: string | null;
        /** When it was revoked; null: it was not. */
        readonly revoked_at: string | null;
      }[];
      readonly meta: {
        /** Items on all pages. */ readonly total: number;
        /** The page asked for. */
        readonly page: number;
        /** Items per page. */
        readonly per_page: number;
        /** 0 when there are no items. */
        readonly total_pages: number;
      };
    };
  };
  /** Create an API key; the answer shows it, this once. */
  createApiKey: {
    path: undefined;
    query: undefined;
    body: {
      /** What it is for. */ readonly name: string;
      /** What the key may do. */
      readonly scopes: readonly (
        | "reports:read"
        | "domains:read"
        | "domains:write"
        | "webhooks:read"
        | "webhooks:write"
        | "ingest:write"
        | "keys:admin"
      )[];
      /** When it stops working, in the future and not after the asking key. Absent: when the asking key does; null: never. */
      readonly expires_at?: string | null;
    };
    answer: {
      readonly data: {
        /** The middle part of the key's text. */ readonly id: string;
        readonly name: string;
        /** What the key may do. */
        readonly scopes: readonly (
          | "reports:read"
          | "domains:read"
          | "domains:write"
          | "webhooks:read"
          | "webhooks:write"
          | "ingest:write"
          | "keys:admin"
        )[];
        readonly created_at: string;
        /** When it stops working; null: never. */
        readonly expires_at: string | null;
        /** Exact to about a minute; null: not yet. */
        readonly last_used_at: string | null;
        /** When it was revoked; null: it was not. */
        readonly revoked_at: string | null;
        /** The key, shown this once: only a hash of it is stored. */
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
}
