import { freeBuffersEvery } from "@ruaflow/runtime";
import type { Metrics } from "@ruaflow/runtime/metrics";
import type { ByteBudget } from "../byte-budget.ts";
import type { IngestLimits } from "../limits.ts";
import type { Sender } from "../turns.ts";
import { Arrival } from "./arrival.ts";
import { NoRoomError, TooSlowError } from "./errors.ts";
import { createRoom, type Place, type Room } from "./room.ts";

export interface ArrivalSender extends Sender {
  /** What it counts for in a room, from the widest to the narrowest: an organization, its key, the client's network. */
  readonly names: readonly string[];
  /** False for a source that the operator has set, and that has limits of its own. Default true. */
  readonly isPaced?: boolean;
}

/**
 * Everything that clients are sending. What waits for its sender lies on the disk and takes nothing from what is being read;
 * the sender that holds most makes room for the others, and a sender that is too slow is sent away.
 */
export interface Arrivals {
  /**
   * The caller must close it.
   * @throws {NoRoomError}
   */
  open(sender: ArrivalSender): Arrival;
  /** Ends arrivals that are too slow. */
  sweep(): void;
  /** Ends the sweeping. */
  stop(): void;
}

export interface ArrivalsOptions {
  readonly limits: IngestLimits;
  /** Folder for bodies; must exist. */
  readonly folder: string;
  readonly budget: ByteBudget;
  readonly metrics: Metrics;
  readonly now?: () => number;
}

/** Arrivals of one kind at a time: each takes some memory, however little it sends. */
const AT_ONCE_MAX = 512;
const SWEEP_EVERY_MS = 1000;
/** Freeing their buffers takes 1 ms. */
const FREE_EVERY_BYTES = 8 * 1024 * 1024;

/** Mail and uploads have rooms of their own. */
interface Rooms {
  readonly places: Room;
  readonly disk: Room;
}

export function createArrivals({ limits, folder, budget, metrics, now = Date.now }: ArrivalsOptions): Arrivals {
  const rooms = { mail: createRooms(limits, now), upload: createRooms(limits, now) };
  const open = new Map<Arrival, Sender["kind"]>();
  const countEnded = observeArrivals(metrics, rooms);
  const onBytes = freeBuffersEvery(FREE_EVERY_BYTES);

  function end(arrival: Arrival, reason: TooSlowError | NoRoomError): void {
    const kind = open.get(arrival);
    if (kind === undefined || !open.delete(arrival)) return;
    countEnded(kind, reason instanceof TooSlowError ? "too-slow" : reason.reason);
    arrival.end(reason);
  }

  function create({ kind, id, names, isPaced = true }: ArrivalSender): Arrival {
    const places: Place[] = [];
    const arrival = new Arrival({
      sender: { kind, id },
      bytesMax: limits.bodyBytesMax,
      pace: isPaced ? limits.pace : null,
      turnMsMax: limits.turnMsMax,
      folder,
      now,
      onBytes,
      enter: (bytes, options) => budget.enter(bytes, options),
      endFor: (reason) => end(arrival, new NoRoomError(reason)),
      onClose() {
        for (const place of places) place.leave();
        open.delete(arrival);
      },
    });
    const canLeave = () => arrival.canLeave;
    const options = { names, canLeave, sendBack: () => end(arrival, new NoRoomError("share")) };
    const place = rooms[kind].places.enter(1, options);
    if (place === null) throw new NoRoomError("share");
    const disk = rooms[kind].disk.enter(0, options);
    places.push(place, ...(disk ? [disk] : []));
    arrival.holdIn(disk);
    return arrival;
  }

  function sweep(): void {
    for (const arrival of open.keys()) if (arrival.isTooSlow()) end(arrival, new TooSlowError());
  }

  const timer = setInterval(sweep, SWEEP_EVERY_MS).unref();
  return {
    open(sender) {
      try {
        const arrival = create(sender);
        open.set(arrival, sender.kind);
        return arrival;
      } catch (error) {
        countEnded(sender.kind, "share");
        throw error;
      }
    },
    sweep,
    stop: () => clearInterval(timer),
  };
}

function createRooms({ arrivingBytesMax }: IngestLimits, now: () => number): Rooms {
  return { places: createRoom(AT_ONCE_MAX, now), disk: createRoom(arrivingBytesMax / 2, now) };
}

function observeArrivals(metrics: Metrics, rooms: Readonly<Record<Sender["kind"], Rooms>>) {
  const ended = metrics.counter(
    "ruaflow_arrivals_ended_total",
    "Submissions that were sent back while they arrived: too-slow, share (others needed the room), turn (not read in time).",
    { kind: Object.keys(rooms), reason: ["too-slow", "share", "turn"] },
  );
  metrics.gauge("ruaflow_arriving_mails", "Mails that are being received.", () => rooms.mail.places.held);
  metrics.gauge("ruaflow_arriving_uploads", "Uploads that are being received.", () => rooms.upload.places.held);
  metrics.gauge(
    "ruaflow_arriving_bytes",
    "Bytes of mails and uploads that were received and are not done.",
    () => rooms.mail.disk.held + rooms.upload.disk.held,
  );
  return (kind: Sender["kind"], reason: string) => ended.inc({ kind, reason });
}
