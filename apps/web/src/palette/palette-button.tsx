import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

type PaletteComponent = ComponentType<{ close(): void }>;

/** Opens the palette, as Ctrl-K and Cmd-K do. Its code is loaded when it is opened first. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<PaletteComponent | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  useEffect(() => {
    if (!isOpen || Palette !== null) return;
    // Without the network there is no palette: the next attempt loads it again.
    import("./palette.tsx").then(
      (loaded) => setPalette(() => loaded.Palette),
      () => setOpen(false),
    );
  }, [isOpen, Palette]);
  return (
    <>
      <button type="button" class="palette-button" aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
        Go to … <kbd>Ctrl K</kbd>
      </button>
      {isOpen && Palette && <Palette close={() => setOpen(false)} />}
    </>
  );
}
