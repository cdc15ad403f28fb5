import { hostileArchives } from "./hostile-archives.ts";
import { hostileCompoundFiles } from "./hostile-compound-files.ts";
import { hostileGzips } from "./hostile-gzips.ts";
import { hostileMailBodies } from "./hostile-mail-bodies.ts";
import { hostileMailHeaders } from "./hostile-mail-headers.ts";
import { hostileMailParts } from "./hostile-mail-parts.ts";
import { hostileMails } from "./hostile-mails.ts";
import { hostileMixtures } from "./hostile-mixtures.ts";
import { hostileSignedData } from "./hostile-signed-data.ts";
import { hostileTars } from "./hostile-tars.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { hostileZips } from "./hostile-zips.ts";

export const hostileSubmissions = {
  archives: [
    ...hostileArchives,
    ...hostileGzips,
    ...hostileZips,
    ...hostileTars,
    ...hostileCompoundFiles,
    ...hostileMixtures,
  ],
  mails: [
    ...hostileMails,
    ...hostileMailParts,
    ...hostileMailHeaders,
    ...hostileMailBodies,
    ...hostileSignedData,
    ...hostileTexts,
  ],
};
