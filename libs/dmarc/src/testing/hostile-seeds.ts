import { hostileCompoundFiles } from "../envelope/testing/hostile-compound-files.ts";
import { hostileGzips } from "../envelope/testing/hostile-gzips.ts";
import { hostileMailBodies } from "../envelope/testing/hostile-mail-bodies.ts";
import { hostileMailHeaders } from "../envelope/testing/hostile-mail-headers.ts";
import { hostileMailParts } from "../envelope/testing/hostile-mail-parts.ts";
import { hostileMixtures } from "../envelope/testing/hostile-mixtures.ts";
import { hostileSignedData } from "../envelope/testing/hostile-signed-data.ts";
import type { HostileSubmission } from "../envelope/testing/hostile-submission.ts";
import { hostileTars } from "../envelope/testing/hostile-tars.ts";
import { hostileTexts } from "../envelope/testing/hostile-texts.ts";
import { hostileZips } from "../envelope/testing/hostile-zips.ts";
import { hostileEncodings } from "../parse/testing/hostile-encodings.ts";
import { hostileMarkup } from "../parse/testing/hostile-markup.ts";
import { hostileStructures } from "../parse/testing/hostile-structures.ts";
import { hostileValues } from "../parse/testing/hostile-values.ts";

const corpora = {
  gzip: hostileGzips,
  zip: hostileZips,
  tar: hostileTars,
  mail: [...hostileMailParts, ...hostileMailHeaders, ...hostileMailBodies],
  "outlook-msg": hostileCompoundFiles,
  "signed-data": hostileSignedData,
  mixtures: [...hostileMixtures, ...hostileTexts],
  xml: [...hostileMarkup, ...hostileEncodings, ...hostileStructures, ...hostileValues],
} satisfies Record<string, readonly HostileSubmission[]>;

/** The hostile bytes of one kind that are no longer than this. */
export function buildHostileSeeds(kind: keyof typeof corpora, bytesMax: number): Uint8Array[] {
  const corpus: readonly HostileSubmission[] = corpora[kind];
  return corpus.flatMap(({ build }) => {
    const bytes = build();
    return bytes instanceof Uint8Array && bytes.length <= bytesMax ? [bytes] : [];
  });
}
