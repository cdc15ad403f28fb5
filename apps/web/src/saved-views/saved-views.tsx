import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { toAddress } from "../address.ts";
import { useAnswer } from "../data/use-answer.ts";
import { isOwnAddress } from "../session/own-address.ts";
import { EditView } from "./edit-view.tsx";
import { SaveView } from "./save-view.tsx";

/** Seldom changes, and only here. */
const EVERY_MS = 600_000;

/** The views that were saved with this key, in the menu; the one that is shown can be saved. */
export function SavedViews() {
  const { path, query } = useLocation();
  const [isEditing, setEditing] = useState(false);
  const asked = useAnswer({
    key: ["saved-views"],
    ask: (client, signal) => client.savedViews.list({ signal }),
    everyMs: EVERY_MS,
  });
  const views = (asked.data?.data ?? []).filter(({ address }) => isOwnAddress(address));
  const shown = toAddress(path, { ...query, page: undefined });
  return (
    <nav aria-label="Saved views" class="saved-views">
      {views.length > 0 && (
        <ul>
          {views.map((view) => (
            <li key={view.id}>
              {isEditing ? (
                <EditView view={view} />
              ) : (
                <a href={view.address} aria-current={view.address === shown ? "page" : undefined}>
                  {view.name}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <p class="actions">
        <SaveView key={shown} address={shown} />
        {views.length > 0 && (
          <button type="button" class="quiet" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
            {isEditing ? "Done" : "Edit saved views"}
          </button>
        )}
      </p>
    </nav>
  );
}
