import { expect, test } from "vitest";
import { layOut, readXmlText, SHOWN_BYTES } from "./xml-text.ts";

const toStream = (...pieces: readonly (string | Uint8Array)[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
      controller.close();
    },
  });

test("a document of one line is indented", () => {
  expect(layOut('<?xml version="1.0"?><feedback><a>x</a><b><c/></b></feedback>')).toBe(
    '<?xml version="1.0"?>\n<feedback>\n  <a>x</a>\n  <b>\n    <c/>\n  </b>\n</feedback>',
  );
});

test("a document with lines of its own stays as it is", () => {
  const xml = '<?xml version="1.0"?>\n<feedback>\n <a>x</a>\n</feedback>\n';
  expect(layOut(xml)).toBe(xml);
});

test("hostile nesting does not make a document much longer", () => {
  expect(layOut("<a>".repeat(10_000)).length).toBeLessThan(10_000 * 3 * 10);
});

test("a text is read in the encoding that it declares or shows", async () => {
  const latin = Uint8Array.from('<?xml version="1.0" encoding="iso-8859-1"?><a>\u00e9</a>', (char) =>
    char.charCodeAt(0),
  );
  expect((await readXmlText(toStream(latin))).text).toContain("\u00e9");
  const utf16 = Uint8Array.from([0xff, 0xfe, 0x3c, 0, 0xe9, 0]);
  expect((await readXmlText(toStream(utf16))).text).toContain("\u00e9");
  expect((await readXmlText(toStream('<?xml encoding="no-such"?><a>', "\u00e9</a>"))).text).toContain("\u00e9");
});

test("only the beginning of a large document is read", async () => {
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("a\n".repeat(8192))),
    cancel: () => {
      isCancelled = true;
    },
  });
  const { text, isCut } = await readXmlText(endless);
  expect([text.length, isCut, isCancelled]).toEqual([SHOWN_BYTES, true, true]);
  expect(await readXmlText(toStream("<a/>"))).toEqual({ text: "<a/>", isCut: false });
});
