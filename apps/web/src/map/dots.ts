import { type Place, places } from "./world.ts";

/** A country's messages. */
export interface CountryMail {
  /** Two-letter code; `null`: not known. */
  readonly key: string | null;
  readonly emails: number;
  readonly passed: number;
  readonly failed: number;
}

export interface Dot extends Place {
  readonly country: CountryMail;
  /** In degrees. */
  readonly radius: number;
}

const RADIUS_MAX = 10;
/** Smaller ones could not be seen. */
const RADIUS_MIN = 1.5;

/** A dot for each country, its area as large as its share of messages; large ones first, so that small ones lie on top. */
export function toDots(countries: readonly CountryMail[]): {
  readonly dots: readonly Dot[];
  readonly unplaced: number;
} {
  const most = Math.max(1, ...countries.map(({ emails }) => emails));
  const dots = countries.flatMap((country) => {
    const place = places.get(country.key ?? "");
    const radius = Math.max(RADIUS_MIN, RADIUS_MAX * Math.sqrt(country.emails / most));
    return place === undefined ? [] : [{ ...place, country, radius }];
  });
  const placed = dots.reduce((sum, { country }) => sum + country.emails, 0);
  const all = countries.reduce((sum, { emails }) => sum + emails, 0);
  return { dots: dots.toSorted((a, b) => b.radius - a.radius), unplaced: all - placed };
}
