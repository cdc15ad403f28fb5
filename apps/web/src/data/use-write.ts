import { type Client, RuaflowError } from "@ruaflow/client";
import { useState } from "preact/hooks";
import { useService } from "./service.tsx";

export interface Write<Input, Output> {
  readonly isBusy: boolean;
  /** Why the last one failed. */
  readonly error: RuaflowError | null;
  /** The answer to the last one that succeeded. */
  readonly done: Output | null;
  /** Resolves to whether it succeeded. */
  run(input: Input): Promise<boolean>;
  /** Forgets the error and the answer. */
  reset(): void;
}

/** Changes something; afterwards whatever the page shows is asked for again. */
export function useWrite<Input, Output>(send: (client: Client, input: Input) => Promise<Output>): Write<Input, Output> {
  const { client, cache, report } = useService();
  const idle = { isBusy: false, error: null, done: null };
  const [state, setState] = useState<Omit<Write<Input, Output>, "run" | "reset">>(idle);
  return {
    ...state,
    async run(input) {
      setState({ ...idle, isBusy: true });
      try {
        const done = await send(client, input);
        await cache.invalidateQueries();
        setState({ ...idle, done });
        return true;
      } catch (thrown) {
        report(thrown);
        if (!(thrown instanceof RuaflowError)) throw thrown;
        setState({ ...idle, error: thrown });
        return false;
      }
    },
    reset: () => setState(idle),
  };
}
