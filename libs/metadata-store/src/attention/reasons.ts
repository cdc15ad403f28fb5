/** How the weight of a reason is made. */
interface Weighing {
  /** Weight of the reason itself. */
  readonly base: number;
  /** SQL: what its size adds; `value` and `threshold` are the row's. */
  readonly size: string;
  /** The same in words. */
  readonly sizeText: string;
}

/** No size adds more, so that the kind of a reason decides before its size. */
const SIZE_MAX = 60;

/** Longest summary of a reason; the column refuses longer ones. */
export const SUMMARY_CHARS_MAX = 255;

const byMessages = { size: "10 * log(greatest(value, 1))", sizeText: "10 for each power of ten of its messages" };
const byReports = { size: "10 * log(greatest(value, 1))", sizeText: "10 for each power of ten of its reports" };

/**
 * Every reason, and how much it weighs. Legitimate mail that is lost today comes first, then what keeps reports away, then mail that
 * would be lost under a policy. Rates and volumes are signs of the same mail, so they add little.
 */
export const attentionReasons = {
  own_mail_lost: { base: 500, ...byMessages },
  verification_lost: { base: 300, size: "0", sizeText: "nothing" },
  dns_broken: { base: 220, size: "10 * value", sizeText: "10 for each wrong record" },
  misconfigured_sender: { base: 200, ...byMessages },
  policy_weaker: { base: 180, size: "10 * value", sizeText: "10 for each step that the policy lost" },
  unknown_sender: { base: 110, ...byMessages },
  silence: { base: 90, size: "value", sizeText: "1 for each day" },
  spoofed_mail_delivered: { base: 40, ...byMessages },
  new_reporter: { base: 40, ...byMessages },
  pass_rate: { base: 20, size: "(threshold - value) / 5", sizeText: "1 for each 5 points below the threshold" },
  failing_volume: {
    base: 20,
    size: "5 * log(greatest(value, 1))",
    sizeText: "5 for each power of ten of its messages",
  },
  new_senders: { base: 20, size: "5 * log(greatest(value, 1))", sizeText: "5 for each power of ten of its messages" },
  held_reports: { base: 20, ...byReports },
  ready_for_enforcement: { base: 15, size: "0", sizeText: "nothing" },
  dns_changed: { base: 10, size: "value", sizeText: "1 for each change" },
} as const satisfies Record<string, Weighing>;

export type AttentionReason = keyof typeof attentionReasons;

const entries = Object.entries<Weighing>(attentionReasons);

export const attentionReasonNames = Object.keys(attentionReasons).filter(isAttentionReason);

export function isAttentionReason(name: string): name is AttentionReason {
  return Object.hasOwn(attentionReasons, name);
}

/** For people: the weight of each reason, what its size adds, and the most that a size adds. */
export const attentionWeights = {
  reasons: entries.map(([reason, { base, sizeText }]) => ({ reason, base, sizeText })),
  sizeMax: SIZE_MAX,
};

/** SQL: the weight of a row with `reason`, `value` and `threshold`, one decimal. */
export const weightSql = `round((CASE reason ${entries
  .map(([name, { base, size }]) => `WHEN '${name}' THEN ${base} + least(${SIZE_MAX}, greatest(0, ${size}))`)
  .join(" ")} END)::numeric, 1)::float8`;

/** SQL: a number that doubles when things become twice as bad. A pass rate is worse when it is lower. */
export function toSeverity(reason: string, value: string): string {
  return `CASE ${reason} WHEN 'pass_rate' THEN 100 - ${value} ELSE ${value} END`;
}
