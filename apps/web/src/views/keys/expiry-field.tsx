import { formatDay } from "../../format/dates.ts";
import { useSession } from "../../session/session.ts";
import type { Expiry } from "./expiry.ts";

interface ExpiryFieldProps {
  readonly expiry: Expiry;
  choose(expiry: Expiry): void;
}

const DAYS = [30, 90, 365] as const;

/** When a new key stops working: no later than the key of this session. */
export function ExpiryField({ expiry, choose }: ExpiryFieldProps) {
  const latest = useSession().session.key.expires_at;
  const today = new Date().toISOString().slice(0, 10);
  const select = (value: string) => {
    if (value === "same" || value === "never") choose({ kind: value });
    else choose(value === "day" ? { kind: "day", day: today } : { kind: "days", days: Number(value) });
  };
  const offered = DAYS.filter((days) => latest === null || Date.now() + days * 86_400_000 < Date.parse(latest));
  return (
    <>
      <label>
        Expires
        <select value={toValue(expiry)} onChange={(event) => select(event.currentTarget.value)}>
          {latest === null ? (
            <option value="never">never</option>
          ) : (
            <option value="same">with the key of this session, on {formatDay(latest)}</option>
          )}
          {offered.map((days) => (
            <option key={days} value={String(days)}>
              in {days} days
            </option>
          ))}
          <option value="day">at the end of a day …</option>
        </select>
      </label>
      {expiry.kind === "day" && (
        <label>
          Last day on which it works (UTC)
          <input
            type="date"
            value={expiry.day}
            min={today}
            max={latest?.slice(0, 10)}
            required
            onInput={(event) => choose({ kind: "day", day: event.currentTarget.value })}
          />
        </label>
      )}
    </>
  );
}

function toValue(expiry: Expiry): string {
  return expiry.kind === "days" ? String(expiry.days) : expiry.kind;
}
