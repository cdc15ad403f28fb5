// Written by `npm run openapi` from the schemas of the events.

/** The body of each event, by its type. */
export interface WebhookEvents {
  /** New DMARC aggregate report received. */
  readonly "report.received": {
    /** Identifier of the event, the same in every delivery: use it to detect repeated deliveries. */
    readonly id: string;
    readonly type: "report.received";
    /** When it happened. */
    readonly created_at: string;
    /** Only in a sample that POST /api/v1/webhooks/:id/test sent: nothing happened. */
    readonly test?: true;
    readonly data: {
      /** Identifier of the report: GET /api/v1/reports/:id. */ readonly report_id: string;
      /** Domain that the report is about: the monitored domain or one below it. */
      readonly domain: string;
      /** Name of the organization that sent the report, as given in the report. */
      readonly reporter: string;
      /** Emails in the report. */
      readonly total_count: number;
      /** Share of emails that passed DMARC, one decimal. */
      readonly pass_rate: number;
      /** Period of the report. */
      readonly date_range: {
        /** First second of the period. */ readonly begin: string;
        /** Last second of the period. */
        readonly end: string;
      };
      /** Why the report is believed, as in GET /api/v1/reports; none: its sender is not proven. */
      readonly trust?: "dmarc" | "dkim" | "spf" | "none" | "upload" | "import";
      readonly reporter_domain?: string | null;
      /** Identifier of the monitored domain: GET /api/v1/domains/:id. */
      readonly domain_id?: string;
      readonly client_reference?: string | null;
    };
  };
  /** Authentication failure detected in a report. */
  readonly "report.failure": {
    /** Identifier of the event, the same in every delivery: use it to detect repeated deliveries. */
    readonly id: string;
    readonly type: "report.failure";
    /** When it happened. */
    readonly created_at: string;
    /** Only in a sample that POST /api/v1/webhooks/:id/test sent: nothing happened. */
    readonly test?: true;
    readonly data: {
      /** Identifier of the report: GET /api/v1/reports/:id. */ readonly report_id: string;
      /** Domain that the report is about: the monitored domain or one below it. */
      readonly domain: string;
      /** Name of the organization that sent the report, as given in the report. */
      readonly reporter: string;
      /** Emails in the report. */
      readonly total_count: number;
      /** Emails in the report that failed DMARC. */
      readonly failure_count: number;
      /** Distinct sources of failing mail in the report. */
      readonly source_count: number;
      /** The sources with the most failing mail, at most 20; all of them: GET /api/v1/reports/failures. */
      readonly sources: readonly {
        /** IP address that sent the mail. */ readonly source_ip: string;
        /** Emails of this source that failed DMARC. */
        readonly failure_count: number;
        /** SPF result of most of them, as in GET /api/v1/reports/failures. */
        readonly spf_result: string;
        /** DKIM result of most of them, as in GET /api/v1/reports/failures. */
        readonly dkim_result: string;
        /** What the receiver did with most of them: none, quarantine or reject. */
        readonly policy_applied: string;
        readonly class?: string | null;
        readonly cause?: string | null;
      }[];
      readonly class?: string | null;
      readonly cause?: string | null;
      /** Period of the report. */
      readonly date_range: {
        /** First second of the period. */ readonly begin: string;
        /** Last second of the period. */
        readonly end: string;
      };
      readonly reporter_domain?: string | null;
      /** Identifier of the monitored domain: GET /api/v1/domains/:id. */
      readonly domain_id?: string;
      readonly client_reference?: string | null;
    };
  };
  /** Domain ownership verified. */
  readonly "domain.verified": {
    /** Identifier of the event, the same in every delivery: use it to detect repeated deliveries. */
    readonly id: string;
    readonly type: "domain.verified";
    /** When it happened. */
    readonly created_at: string;
    /** Only in a sample that POST /api/v1/webhooks/:id/test sent: nothing happened. */
    readonly test?: true;
    readonly data: {
      /** Identifier of the domain: GET /api/v1/domains/:id. */ readonly domain_id: string;
      /** The domain's name. */
      readonly domain: string;
      readonly client_reference?: string | null;
      /** How it was verified: by the token in DNS, by the report mailbox in the DMARC record's rua, by a parent domain that the organization has verified, or by the operator. */
      readonly method: "dns_token" | "report_mailbox" | "parent_domain" | "operator";
      /** When ownership was verified. */
      readonly verified_at: string;
    };
  };
  /** DNS record change detected. */
  readonly "domain.dns_changed": {
    /** Identifier of the event, the same in every delivery: use it to detect repeated deliveries. */
    readonly id: string;
    readonly type: "domain.dns_changed";
    /** When it happened. */
    readonly created_at: string;
    /** Only in a sample that POST /api/v1/webhooks/:id/test sent: nothing happened. */
    readonly test?: true;
    readonly data: {
      /** Identifier of the domain: GET /api/v1/domains/:id. */ readonly domain_id: string;
      /** The domain's name. */
      readonly domain: string;
      readonly client_reference?: string | null;
      /** Which of the domain's records changed. */
      readonly record: "dmarc" | "mta_sts" | "verification" | "report_authorization";
      /** The name that was looked up. */
      readonly host: string;
      readonly old: string | null;
      readonly new: string | null;
      /** The difference in words. */
      readonly differences: readonly string[];
      /** When the change was found. */
      readonly checked_at: string;
    };
  };
  /** Alert threshold exceeded. */
  readonly "alert.triggered": {
    /** Identifier of the event, the same in every delivery: use it to detect repeated deliveries. */
    readonly id: string;
    readonly type: "alert.triggered";
    /** When it happened. */
    readonly created_at: string;
    /** Only in a sample that POST /api/v1/webhooks/:id/test sent: nothing happened. */
    readonly test?: true;
    readonly data: {
      /** Identifier of the domain: GET /api/v1/domains/:id. */ readonly domain_id: string;
      /** The domain's name. */
      readonly domain: string;
      readonly client_reference?: string | null;
      /** Identifier of the alert, the same in `triggered` and `cleared`: GET /api/v1/alerts. */
      readonly alert_id: string;
      /** Rule whose threshold was crossed. */
      readonly rule: "pass_rate" | "new_source" | "failure_volume" | "missing_reports" | "new_reporter";
      /** `triggered` when the threshold is crossed, `cleared` once when it no longer is. */
      readonly state: "triggered" | "cleared";
      /** What happened, in one sentence. */
      readonly summary: string;
      /** The measured value. */
      readonly value: number;
      /** The threshold of the rule. */
      readonly threshold: number;
      readonly source_ip: string | null;
      readonly class?: string | null;
      readonly cause?: string | null;
      /** When the threshold was crossed. */
      readonly triggered_at: string;
      readonly cleared_at: string | null;
    };
  };
  /** Domain needs attention for a new reason, or an acknowledged reason became much worse. */
  readonly "domain.attention.opened": {
    /** Identifier of the event, the same in every delivery: use it to detect repeated deliveries. */
    readonly id: string;
    readonly type: "domain.attention.opened";
    /** When it happened. */
    readonly created_at: string;
    /** Only in a sample that POST /api/v1/webhooks/:id/test sent: nothing happened. */
    readonly test?: true;
    readonly data: {
      /** Identifier of the domain: GET /api/v1/domains/:id. */ readonly domain_id: string;
      /** The domain's name. */
      readonly domain: string;
      readonly client_reference?: string | null;
      /** The domain's labels. */
      readonly labels: readonly string[];
      /** Identifier of the reason, the same when it opens and when it closes: GET /api/v1/domains/attention. */
      readonly attention_id: string;
      /** Why the domain needs attention. */
      readonly reason:
        | "own_mail_lost"
        | "verification_lost"
        | "dns_broken"
        | "policy_weaker"
        | "misconfigured_sender"
        | "unknown_sender"
        | "spoofed_mail_delivered"
        | "failing_volume"
        | "silence"
        | "pass_rate"
        | "new_reporter"
        | "new_senders"
        | "held_reports"
        | "ready_for_enforcement"
        | "dns_changed";
      /** What is wrong, in one sentence with figures. */
      readonly summary: string;
      /** The measured value. */
      readonly value: number;
      /** The value from which on it is a reason. */
      readonly threshold: number;
      /** When the reason began. */
      readonly opened_at: string;
      readonly closed_at: string | null;
    };
  };
  /** Reason for attention ended and stayed away for an hour. */
  readonly "domain.attention.closed": {
    /** Identifier of the event, the same in every delivery: use it to detect repeated deliveries. */
    readonly id: string;
    readonly type: "domain.attention.closed";
    /** When it happened. */
    readonly created_at: string;
    /** Only in a sample that POST /api/v1/webhooks/:id/test sent: nothing happened. */
    readonly test?: true;
    readonly data: {
      /** Identifier of the domain: GET /api/v1/domains/:id. */ readonly domain_id: string;
      /** The domain's name. */
      readonly domain: string;
      readonly client_reference?: string | null;
      /** The domain's labels. */
      readonly labels: readonly string[];
      /** Identifier of the reason, the same when it opens and when it closes: GET /api/v1/domains/attention. */
      readonly attention_id: string;
      /** Why the domain needs attention. */
      readonly reason:
        | "own_mail_lost"
        | "verification_lost"
        | "dns_broken"
        | "policy_weaker"
        | "misconfigured_sender"
        | "unknown_sender"
        | "spoofed_mail_delivered"
        | "failing_volume"
        | "silence"
        | "pass_rate"
        | "new_reporter"
        | "new_senders"
        | "held_reports"
        | "ready_for_enforcement"
        | "dns_changed";
      /** What is wrong, in one sentence with figures. */
      readonly summary: string;
      /** The measured value. */
      readonly value: number;
      /** The value from which on it is a reason. */
      readonly threshold: number;
      /** When the reason began. */
      readonly opened_at: string;
      readonly closed_at: string | null;
    };
  };
}

/**
 * The event that a webhook receives: `type` tells what `data` has. Later releases may have further types, which a `switch`
 * should let pass.
 */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents];
