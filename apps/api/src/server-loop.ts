import type { HttpServer } from "@ruaflow/http";
import { type Loop, type LoopOptions, startLoop } from "@ruaflow/runtime/work";

/** Runs rounds of work from the time the server is ready until it closes. A failed round rests as long as any other. */
export function runWithServer(server: HttpServer, options: Omit<LoopOptions, "restMs">): { wake(): void } {
  let loop: Loop | undefined;
  server.addHook("onReady", async () => {
    loop = startLoop({ ...options, restMs: options.everyMs });
  });
  server.addHook("onClose", async () => loop?.stop());
  return { wake: () => loop?.wake() };
}
