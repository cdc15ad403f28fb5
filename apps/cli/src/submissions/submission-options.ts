import type { SubmissionFilter } from "@ruaflow/metadata-store/intake";
import { type SubmissionState, submissionStates } from "@ruaflow/metadata-store/submission-states";
import { type Channel, channels } from "@ruaflow/report";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Command } from "commander";
import { parseTime } from "../option-values.ts";

/** The options that choose submissions. */
export interface ChoiceOptions extends SubmissionFilter {
  /** Id or name of an organization; absent: all. */
  readonly org?: string;
}

/** Adds the options of {@link ChoiceOptions}. */
export function addChoice(command: Command): Command {
  return command
    .option("--state <state>", `only this state: ${submissionStates.join(", ")}`, parseState)
    .option("--channel <channel>", `only this channel: ${channels.join(", ")}`, parseChannel)
    .option("--domain <name>", "only submissions with a report about this policy domain")
    .option("--reason <reason>", "only with an entry that has this reason: unknown-domain, tls-report, …")
    .option(
      "--since <time>",
      "received at this time or later: 2026-01-31 or 2026-01-31T12:00:00Z (UTC)",
      parseTime("--since"),
    )
    .option("--until <time>", "received before this time", parseTime("--until"))
    .option("--org <id>", "only this organization");
}

/** The filter of a list, without what is not given. */
export function toFilter({ state, channel, domain, reason, since, until }: ChoiceOptions): SubmissionFilter {
  return {
    ...(state && { state }),
    ...(channel && { channel }),
    ...(domain !== undefined && { domain: domain.toLowerCase() }),
    ...(reason !== undefined && { reason }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

function parseState(text: string): SubmissionState {
  const found = submissionStates.find((state) => state === text);
  if (found) return found;
  throw new UsageError(`--state: ${text} is not one of ${submissionStates.join(", ")}`);
}

function parseChannel(text: string): Channel {
  const found = channels.find((channel) => channel === text);
  if (found) return found;
  throw new UsageError(`--channel: ${text} is not one of ${channels.join(", ")}`);
}
