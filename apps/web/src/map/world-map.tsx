import { describeCountry } from "../format/countries.ts";
import { countOf } from "../format/numbers.ts";
import { describeRate } from "../parts/figures.tsx";
import { type CountryMail, toDots } from "./dots.ts";
import { LAND, WEST } from "./world.ts";

/** Below this share the dot says so by its colour, and the table by its number. */
const GOOD_RATE = 98;

/** Where mail was sent from: a dot for each country. The table beside it has the figures. */
export function WorldMap({ countries }: { readonly countries: readonly CountryMail[] }) {
  const { dots, unplaced } = toDots(countries);
  return (
    <>
      <svg
        viewBox={`${WEST} -84 360 146`}
        role="img"
        aria-label={`Map with ${countOf(dots.length, "country", "countries")}; the table has the figures`}
      >
        <path class="land" d={LAND} />
        {dots.map(({ country, longitude, latitude, radius }) => (
          <circle key={country.key} class={isGood(country) ? "good" : "bad"} cx={longitude} cy={-latitude} r={radius}>
            <title>
              {`${describeCountry(country.key ?? "")}: ${countOf(country.emails, "message")}, passed: ${describeRate(country)}`}
            </title>
          </circle>
        ))}
      </svg>
      <p class="legend">
        <span>Area: messages</span>
        <span class="key good">at least {GOOD_RATE} % passed</span>
        <span class="key bad">less passed</span>
        {unplaced > 0 && <span class="muted">{countOf(unplaced, "message")} from unknown places</span>}
      </p>
    </>
  );
}

function isGood({ passed, emails }: CountryMail): boolean {
  return passed * 100 >= emails * GOOD_RATE;
}
