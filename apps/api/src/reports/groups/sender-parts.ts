import type { SourceVerdict } from "@ruaflow/verdicts";
import type { ApiContext } from "../../context.ts";
import type { GroupsQuestion } from "./group.ts";

export type SenderContext = Pick<ApiContext, "metadata" | "records" | "readFacts" | "services">;

export interface SenderQuestion extends Pick<GroupsQuestion, "filter" | "previous" | "failuresOnly"> {
  /** Sources of both periods. */
  readonly sources: number;
}

/** The messages of a source in one of the two periods, in parts that are each in one group. */
export interface SourceParts {
  readonly sourceIp: string;
  /** False: in the period before. */
  readonly isCurrent: boolean;
  readonly parts: readonly Part[];
  /** On all of its mail of the period, where that was judged. */
  readonly verdict?: SourceVerdict;
}

/** Messages that are in one group. */
export interface Part {
  /** Null: no service is known. */
  readonly key: string | null;
  readonly messages: number;
  readonly passed: number;
  readonly spfPassed: number;
  readonly dkimPassed: number;
  /** Domains that the messages were about; empty for those that were not told apart. */
  readonly domainIds: readonly string[];
}
