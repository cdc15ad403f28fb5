import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { readDropped } from "./dropped-files.ts";

interface DropZoneProps {
  /** "Drop report files here". */
  readonly text: string;
  readonly note?: ComponentChildren;
  /** Also many, and a folder's. */
  readonly isMany?: boolean;
  take(files: readonly File[]): void;
}

/** Takes files: dropped, or chosen by mouse or keyboard. */
export function DropZone({ text, note, isMany = false, take }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(await readDropped(event.dataTransfer));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the fields inside are for everybody
    <div
      class={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <strong>{text}</strong>
      {note && <p class="muted">{note}</p>}
      <p class="actions">
        <FileButton text={isMany ? "Choose files" : "Choose a file"} isMany={isMany} take={take} />
        {isMany && <FileButton text="Choose a folder" isFolder take={take} />}
      </p>
    </div>
  );
}

interface FileButtonProps {
  readonly text: string;
  readonly isMany?: boolean;
  readonly isFolder?: boolean;
  take(files: readonly File[]): void;
}

function FileButton({ text, isMany = false, isFolder = false, take }: FileButtonProps) {
  return (
    <label class="button file">
      {text}
      <input
        type="file"
        class="unseen"
        multiple={isMany || isFolder}
        ref={(input) => {
          if (input) input.webkitdirectory = isFolder;
        }}
        onChange={({ currentTarget: input }) => {
          take([...(input.files ?? [])]);
          // The same file can be chosen again.
          input.value = "";
        }}
      />
    </label>
  );
}
