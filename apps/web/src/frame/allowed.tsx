import type { ComponentChildren } from "preact";
import { entries, isAllowed, isWithin } from "../entries.ts";
import { Empty } from "../parts/states.tsx";
import { View } from "../parts/view.tsx";
import { useSession } from "../session/session.ts";

interface AllowedProps {
  readonly path: string;
  readonly children: ComponentChildren;
}

/** A view, unless the key may not see it: then no request is sent that would be refused. */
export function Allowed({ path, children }: AllowedProps) {
  const { session } = useSession();
  const entry = entries.find((each) => isWithin(path, each));
  if (entry === undefined || isAllowed(entry, session)) return <>{children}</>;
  return (
    <View title={entry.title}>
      <Empty title={session.share ? "The shared link does not include this view." : "This key may not see this view."}>
        <p>
          {session.share
            ? "The menu shows the views that it includes."
            : `Use a key with the scope ${entry.scopes.join(" or ")}. The menu shows the views that ${session.key.name} may see.`}
        </p>
      </Empty>
    </View>
  );
}
