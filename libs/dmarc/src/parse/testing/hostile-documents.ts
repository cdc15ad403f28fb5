import { hostileEncodings } from "./hostile-encodings.ts";
import { hostileMarkup } from "./hostile-markup.ts";
import { hostileSizes } from "./hostile-sizes.ts";
import { hostileStructures } from "./hostile-structures.ts";
import { hostileValues } from "./hostile-values.ts";

export const hostileDocuments = [
  ...hostileMarkup,
  ...hostileEncodings,
  ...hostileStructures,
  ...hostileValues,
  ...hostileSizes,
];
