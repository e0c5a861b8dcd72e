import { encodeJson, type JsonObject } from '@skein/content';
import { IndexMapping, parseDocument } from '@skein/mapping';
import { ScriptService } from '@skein/script';
import { IndexWriter, MemoryDirectory, openSegments } from '@skein/search_library';
import type { ExecutionEnvironment } from '../execution/environment.js';
import { PlanCache } from '../plan/plan_cache.js';
import { TEST_ANALYSIS } from '../testing/test_analysis.js';
import { visibleEnvironment } from './visible_index.js';

const clock = { nowMs: () => 0, monotonicMs: () => 0 };

/** An index with a segment for each document, all of one routing. */
function indexOf(mapping: JsonObject, documents: readonly JsonObject[]) {
  const settings = new Map<string, string>();
  const parsed = IndexMapping.parse(mapping, { settings, analysis: TEST_ANALYSIS });
  const index = { index: 'test', mapping: parsed, analysis: TEST_ANALYSIS, settings };
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  documents.forEach((document, i) => {
    const meta = { id: String(i + 1), routing: 'r' };
    const made = parseDocument(parsed, encodeJson(document), meta, clock);
    writer.addDocument({ ...made, version: 1, seqNo: i, primaryTerm: 1 });
    writer.refresh();
  });
  const segments = openSegments(writer.snapshot(), directory);
  const scripts = new ScriptService(clock);
  return (count: number): ExecutionEnvironment => ({
    reader: { snapshotVersion: count, segments: segments.slice(0, count) },
    index,
    clock,
    scripts,
    plans: new PlanCache(),
    point: {},
    kernels: undefined,
  });
}

test('a document that is seen for the sake of another one is hidden when the other one is gone', () => {
  const family = { type: 'join', relations: { question: 'answer' } };
  const first = indexOf({ properties: { family } }, [
    { family: 'question' },
    { family: { name: 'answer', parent: '1' } },
  ]);
  const query = { has_child: { type: 'answer', query: { match_all: {} } } };
  const visibility = { queries: [JSON.stringify(query)], fields: undefined };
  const seen = (count: number, nowMs: number) =>
    visibleEnvironment(first(count), visibility, nowMs).reader.segments[0]?.liveCount;
  expect([seen(1, 1), seen(2, 2), seen(1, 3)]).toEqual([0, 1, 0]);
});
