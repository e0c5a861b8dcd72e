/**
 * Responses of OpenSearch 2.19.1 to searches on which this package once differed; `npm run
 * differential` sends new ones to a live server. The first line of the file is the index of all
 * searches: its mapping, and its documents, with the ids 1, 2, ….
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { TestIndex } from '../testing/test_index.js';

interface Recorded {
  readonly body: JsonObject;
  readonly answer: JsonObject;
}

const [first = '', ...lines] = readFileSync(
  join(__dirname, '../../testdata/opensearch_answers.ndjson'),
  'utf8',
)
  .trim()
  .split('\n');
const { mapping, documents } = JSON.parse(first) as {
  readonly mapping: JsonObject;
  readonly documents: readonly JsonObject[];
};
/** OpenSearch's analyzers instead of those that tests use otherwise. */
const settings = { 'index.analysis.analyzer.plain.tokenizer': 'standard' };
const index = new TestIndex({ mapping, documents, settings, segmentDocs: documents.length });

/** An error's first root cause, or the parts of a response that do not depend on the server. */
function answered(body: JsonObject): JsonValue {
  try {
    const answer = index.answer(body);
    if (isJsonObject(answer)) return shown(JSON.parse(stringifyJson(answer)) as JsonObject);
    index.search(body);
    throw new Error(`refused in one way of two: ${String(answer)}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { type, reason } = error.rootCauses?.[0] ?? error;
    return { type, reason: withoutPlace(reason) };
  }
}

/** Removes positions in the body, which depend on its formatting. */
function withoutPlace(reason: string): string {
  return reason.replace(/^\[\d+:\d+\] /, '').replace(/ at \[-?\d+:-?\d+\]$/, '');
}

function shown({ hits, aggregations, suggest }: JsonObject): JsonObject {
  const { total = null, hits: found = [] } = isJsonObject(hits ?? null) ? (hits as JsonObject) : {};
  return {
    total: isJsonObject(total) ? (total.value ?? null) : total,
    hits: (found as readonly JsonObject[]).map(hitShown),
    ...(aggregations === undefined ? {} : { aggregations }),
    ...(suggest === undefined ? {} : { suggest }),
  };
}

const VOLATILE: ReadonlySet<string> = new Set(['_index', '_source', '_score']);

function hitShown(hit: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(hit).filter(([key]) => !VOLATILE.has(key)));
}

test.each(lines.map((line) => [line]))('%s', (line) => {
  const { body, answer } = JSON.parse(line) as Recorded;
  expect(answered(body)).toEqual(answer);
});
