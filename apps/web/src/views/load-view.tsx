import type { ComponentType } from "preact";
import { lazy } from "preact-iso";
import { Empty } from "../parts/states.tsx";
import { View } from "../parts/view.tsx";

/** A view whose code is loaded when it is shown. */
export interface LazyView {
  readonly component: ComponentType;
  /** Loads its code before it is shown. */
  preload(): Promise<unknown>;
}

/**
 * @param read resolves to the module that has the view
 * @param pick takes the view out of its module
 */
export function loadView<Module>(read: () => Promise<Module>, pick: (module: Module) => ComponentType): LazyView {
  const component = lazy(() => read().then(pick, () => NotLoaded));
  return { component, preload: () => component.preload() };
}

/** The service is away, or has been updated and has other files. */
function NotLoaded() {
  return (
    <View title="Not loaded">
      <Empty title="This view could not be loaded.">
        <p>
          <button type="button" onClick={() => globalThis.location.reload()}>
            Load the page again
          </button>
        </p>
      </Empty>
    </View>
  );
}
