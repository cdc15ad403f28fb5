import { Type } from "typebox";
import type { ApiContext } from "../context.ts";

/** Part of `meta` while services and classes may change without new mail. */
export const VerdictStateMeta = {
  verdicts: Type.Optional(
    Type.Object(
      {
        state: Type.Enum(["judging"]),
        pending: Type.Integer({ description: "Domains of the answer whose sources wait.", examples: [3] }),
      },
      {
        description:
          "Only while sources are being judged, again after new mail, new facts about addresses, an override or better rules, mostly for less than a minute: services and classes of these domains may change.",
      },
    ),
  ),
};

/** The values of {@link VerdictStateMeta}. */
export async function readVerdictState(
  { metadata }: Pick<ApiContext, "metadata">,
  organizationId: string,
  { domainIds }: { readonly domainIds?: readonly string[] },
): Promise<{ verdicts?: { state: "judging"; pending: number } }> {
  const pending = await metadata.sources.countDomainsDue(organizationId, domainIds === undefined ? {} : { domainIds });
  return pending === 0 ? {} : { verdicts: { state: "judging", pending } };
}
