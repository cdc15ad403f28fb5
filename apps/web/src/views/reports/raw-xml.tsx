import { useService } from "../../data/service.tsx";
import { useAnswer } from "../../data/use-answer.ts";
import { Answered } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { readXmlText } from "./xml-text.ts";

interface RawXmlProps {
  readonly id: string;
  readonly isKept: boolean;
}

/** The document as the reporter sent it. */
export function RawXml({ id, isKept }: RawXmlProps) {
  const asked = useAnswer({
    key: ["raw", id],
    ask: async (client, signal) => readXmlText(await client.reports.download(id, { signal })),
    isReady: isKept,
  });
  const file = useService().client.toPath("downloadReport", { path: { id } });
  return (
    <Panel
      title="XML"
      note={
        isKept
          ? "As the reporter sent it."
          : "The XML of this report is not stored. It was deleted, or never kept; its records are still there."
      }
      actions={
        isKept && (
          <a class="button" href={file} download="">
            Download<span class="unseen"> the XML</span>
          </a>
        )
      }
    >
      {isKept && (
        <Answered asked={asked} what="the XML">
          {({ text, isCut }) => (
            <>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
              <pre tabIndex={0}>{text}</pre>
              {isCut && <p class="muted">Only its beginning is shown: download it to see the rest.</p>}
            </>
          )}
        </Answered>
      )}
    </Panel>
  );
}
