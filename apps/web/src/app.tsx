import { LocationProvider } from "preact-iso";
import { Shell } from "./frame/shell.tsx";
import { SessionGate } from "./views/sign-in/session-gate.tsx";
import { Views } from "./views/views.tsx";

/** Links to these are no views of the page: the browser follows them. */
const VIEWS_ONLY = /^\/(?!api\/|v1\/|docs\b|openapi\.json)/;

export function App() {
  return (
    <LocationProvider scope={VIEWS_ONLY}>
      <SessionGate>
        <Shell>
          <Views />
        </Shell>
      </SessionGate>
    </LocationProvider>
  );
}
