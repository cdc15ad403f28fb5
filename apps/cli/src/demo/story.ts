/** A sender that uses a domain, with the results that receivers see. */
export interface Stream {
  readonly addresses: readonly string[];
  /** Messages that all reporters together receive on a day. */
  messagesOn(day: StoryDay): number;
  readonly spf: AuthResult;
  readonly dkim: readonly (AuthResult & { readonly selector: string })[];
  /** Why receivers did not apply the policy, if they say so. */
  readonly overrideReason?: { readonly type: string; readonly comment: string };
}

export interface AuthResult {
  readonly domain: string;
  readonly result: string;
}

export interface StoryDay {
  /** 1 is the last day of the demo, `DEMO_DAYS` the first. */
  readonly daysAgo: number;
  readonly isWeekend: boolean;
}

/** One demo domain and what its numbers show. */
export interface Story {
  readonly domain: string;
  readonly policy: "none" | "quarantine" | "reject";
  readonly summary: string;
  readonly streams: readonly Stream[];
  /** Days with reports, up to yesterday; absent: `DEMO_DAYS`. */
  readonly days?: number;
  /** Whether a reporter reports a day; absent: each does each day. */
  hasReport?(report: { readonly daysAgo: number; readonly reporter: string }): boolean;
}

export const DEMO_DAYS = 90;
