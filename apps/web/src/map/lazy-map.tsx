import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { CountryMail } from "./dots.ts";

type Map = ComponentType<{ readonly countries: readonly CountryMail[] }>;

/** The map, whose outlines are loaded when it is shown. Its place is there before; without it the table says the same. */
export function LazyMap({ countries }: { readonly countries: readonly CountryMail[] }) {
  const [loaded, setLoaded] = useState<{ readonly Map: Map } | null>(null);
  useEffect(() => {
    import("./world-map.tsx").then(
      ({ WorldMap }) => setLoaded({ Map: WorldMap }),
      () => undefined,
    );
  }, []);
  return <figure class="map">{loaded && <loaded.Map countries={countries} />}</figure>;
}
