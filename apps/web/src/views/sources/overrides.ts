import type { Answer, RequestBody } from "@ruaflow/client";
import { toDomainText } from "../../format/idn.ts";

export type Override = Answer<"listSenderOverrides">["data"][number];
export type NewOverride = RequestBody<"createSenderOverride">;

interface Sender {
  readonly source_ip: string;
  readonly service: string | null;
}

/** Whether an override names exactly this address, or its service. */
export function isAbout({ kind, value }: Pick<Override, "kind" | "value">, { source_ip: address, service }: Sender) {
  return kind === "source_ip" ? value === address : kind === "service" && value === service;
}

const KINDS: Readonly<Record<Override["kind"], string>> = {
  service: "The service",
  source_ip: "The address",
  domain: "The domain",
};

/** "The service Zendesk is yours" */
export function describeOverride({ kind, value, ours }: Pick<Override, "kind" | "value" | "ours">): string {
  return `${KINDS[kind]} ${kind === "domain" ? toDomainText(value) : value} is ${ours ? "yours" : "not yours"}`;
}
