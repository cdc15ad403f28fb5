/** The readers that are fuzzed, without their code: a worker imports that, and counts its blocks. */
export const TARGET_NAMES = ["gzip", "zip", "tar", "mime", "msg", "cms", "parse", "whole"] as const;
export type TargetName = (typeof TARGET_NAMES)[number];
