import type { MetadataStore } from "@ruaflow/metadata-store";
import type { HoldLimits } from "../limits.ts";

/** Decides whether another report may wait for a domain that its organization has not claimed. */
export interface HoldRoom {
  /** A submission counts its bytes with its first report that waits. */
  open(submissionBytes: number): SubmissionHold;
}

export interface SubmissionHold {
  /** Takes the room of one report. False: as many as may wait do. The first ones stay, for their senders were told that they wait. */
  tryTake(organizationId: string): Promise<boolean>;
}

interface Usage {
  reports: number;
  bytes: number;
}

/** Several processes may together exceed a bound by what they take within this time. */
const READ_EVERY_MS = 5_000;

export function createHoldRoom(
  { domains }: { readonly domains: Pick<MetadataStore["domains"], "readUnclaimedReports"> },
  limits: HoldLimits,
  now: () => number = Date.now,
): HoldRoom {
  let usages = new Map<string, Usage>();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const found = await domains.readUnclaimedReports();
    usages = new Map(found.map(({ organizationId, reports, bytes }) => [organizationId, { reports, bytes }]));
    readAt = now();
  }

  async function refresh(): Promise<void> {
    if (now() - readAt < READ_EVERY_MS) return;
    reading ??= read().finally(() => {
      reading = null;
    });
    await reading;
  }

  async function take(organizationId: string, bytes: number): Promise<boolean> {
    await refresh();
    const own = usages.get(organizationId) ?? { reports: 0, bytes: 0 };
    const all = [...usages.values()];
    const isFull =
      own.reports + 1 > limits.reportsMax ||
      own.bytes + bytes > limits.bytesMax ||
      sum(all, "reports") + 1 > limits.allReportsMax ||
      sum(all, "bytes") + bytes > limits.allBytesMax;
    if (!isFull) usages.set(organizationId, { reports: own.reports + 1, bytes: own.bytes + bytes });
    return !isFull;
  }

  return {
    open(submissionBytes) {
      let bytes = submissionBytes;
      return {
        async tryTake(organizationId) {
          const isTaken = await take(organizationId, bytes);
          if (isTaken) bytes = 0;
          return isTaken;
        },
      };
    },
  };
}

function sum(usages: readonly Usage[], of: keyof Usage): number {
  return usages.reduce((total, usage) => total + usage[of], 0);
}
