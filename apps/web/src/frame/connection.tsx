import { useEffect, useState } from "preact/hooks";
import { isAway } from "../data/away.ts";
import { useService } from "../data/service.tsx";

const AGAIN_MS = 3_000;

/** Says that the service is away, and asks everything again once it answers. */
export function Connection() {
  const { client, cache } = useService();
  const [isLost, setLost] = useState(false);
  useEffect(
    () =>
      cache.getQueryCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error" && isAway(event.action.error)) setLost(true);
      }),
    [cache],
  );
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(async () => {
      const error = await client.readMe().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      if (isAway(error)) return;
      setLost(false);
      await cache.invalidateQueries();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isLost, client, cache]);
  return (
    <div role="status">
      {isLost && (
        <p class="notice warn">
          The service does not answer. What you see may be out of date. The page retries automatically.
        </p>
      )}
    </div>
  );
}
