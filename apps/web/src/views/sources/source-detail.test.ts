import type { Answer } from "@ruaflow/client";
import { expect, test } from "vitest";
import { useRecordedAnswers } from "../../testing/recorded-answers.ts";
import { renderView } from "../../testing/render-view.tsx";
import { readHints } from "../../testing/shown.ts";

const recorded = useRecordedAnswers("source-detail");

test("an address explains alignment, SPF, DKIM and selectors where it shows their results", async () => {
  const list = await recorded.ask<Answer<"listSources">>("/api/v1/reports/sources?per_page=1");
  const [source] = list.data;
  if (source === undefined || !("source_ip" in source)) expect.fail("no source");
  const hints = readHints(await renderView(`/sources?source_ip=${source.source_ip}`));
  expect(new Set(hints)).toEqual(new Set(["Aligned", "SPF", "DKIM", "Selector"]));
});
