import { entries, isAllowed, isWithin } from "../entries.ts";
import { useFilter } from "../filter/filter.ts";
import { useSession } from "../session/session.ts";

/** The views that the key may see. Each is opened with the filter of the one before. */
export function Menu({ path }: { readonly path: string }) {
  const { session } = useSession();
  const { linkTo } = useFilter();
  return (
    <nav aria-label="Views">
      <ul>
        {entries
          .filter((entry) => isAllowed(entry, session))
          .map((entry) => (
            <li key={entry.path}>
              <a href={linkTo(entry.path)} aria-current={isWithin(path, entry) ? "page" : undefined}>
                {entry.title}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
