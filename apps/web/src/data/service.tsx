import { type Client, createClient, RuaflowError } from "@ruaflow/client";
import { QueryCache, QueryClient } from "@tanstack/query-core";
import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";

/** The API, and the answers that the page has had. */
export interface Service {
  readonly client: Client;
  readonly cache: QueryClient;
  /** To be told of each failed request; signs out when the session has ended. */
  report(error: unknown): void;
}

const ServiceContext = createContext<Service | null>(null);

interface ServiceProviderProps {
  readonly csrfToken: string;
  onSignedOut(): void;
  readonly children: ComponentChildren;
}

export function ServiceProvider({ csrfToken, onSignedOut, children }: ServiceProviderProps) {
  const [service] = useState(() => createService(csrfToken, onSignedOut));
  useEffect(() => {
    service.cache.mount();
    return () => service.cache.unmount();
  }, [service]);
  return <ServiceContext.Provider value={service}>{children}</ServiceContext.Provider>;
}

export function useService(): Service {
  const service = useContext(ServiceContext);
  if (service === null) throw new Error("There is no service.");
  return service;
}

/** An answer this old is shown at once, and asked for again when its view is opened. */
const FRESH_MS = 10_000;

function createService(csrfToken: string, onSignedOut: () => void): Service {
  const report = (error: unknown) => {
    if (error instanceof RuaflowError && error.status === 401) onSignedOut();
  };
  return {
    client: createClient({ baseUrl: location.origin, csrfToken }),
    cache: new QueryClient({
      queryCache: new QueryCache({ onError: report }),
      defaultOptions: {
        queries: {
          staleTime: FRESH_MS,
          // The client itself retries what is safe to retry.
          retry: false,
          refetchOnWindowFocus: true,
          // Whether a request gets through is seen by sending it: a browser that says it is offline may be wrong, and waits for ever.
          networkMode: "always",
          refetchOnReconnect: true,
        },
      },
    }),
    report,
  };
}
