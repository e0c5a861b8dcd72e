/**
 * Runs the examples of docs/AGGREGATIONS.md: each type's request must return the response below it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registeredAggregations } from '@skein/aggregations';
import { encodePlain } from '@skein/bytes';
import { isJsonObject, type JsonObject, parseObject, stringifyJson } from '@skein/content';
import { ScriptService } from '@skein/script';
import {
  finished,
  reducedParts,
  unfinishedAggregations,
} from '../../reduce/finish_aggregations.js';
import { parseSearchRequest } from '../../request/parse_search_request.js';
import { documentedPage } from '../../testing/documented_examples.js';
import { TestIndex } from '../../testing/test_index.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../../docs/AGGREGATIONS.md'), 'utf8');
const { head, examples } = documentedPage(PAGE);
const [mapping = '{}', documents = '[]'] = head;

interface Example {
  readonly mapping: JsonObject;
  readonly documents: readonly JsonObject[];
  readonly request: JsonObject;
  readonly expected: unknown;
}

/** An example has a request and an answer; before them, it may have documents of its own. */
function exampleOf(blocks: readonly string[]): Example {
  const [request = '', expected = ''] = blocks.slice(-2);
  const [ownMapping = mapping, ownDocuments = documents] = blocks.slice(0, -2);
  return {
    mapping: JSON.parse(ownMapping) as JsonObject,
    documents: JSON.parse(ownDocuments) as JsonObject[],
    request: { size: 0, ...parseObject(new TextEncoder().encode(request), false) },
    expected: JSON.parse(expected),
  };
}

/** Documents of a join need a routing value; others would show it in their hits. */
function indexOf(mappings: JsonObject, own: readonly JsonObject[]): TestIndex {
  const routing = JSON.stringify(mappings).includes('"join"') ? { routing: 'same' } : {};
  return new TestIndex({ mapping: mappings, documents: own, ...routing });
}

const cases = examples.map(([name, blocks]) => [name, exampleOf(blocks)] as const);

test.each(cases)('%s', (_name, example) => {
  const answer = indexOf(example.mapping, example.documents).answer(example.request);
  if (!isJsonObject(answer)) throw new Error(String(answer));
  expect(JSON.parse(stringifyJson(answer.aggregations ?? null))).toEqual(example.expected);
});

const scripts = new ScriptService({ nowMs: () => 0, monotonicMs: () => 0 });

/**
 * Ids and sums of fractions depend on the distribution of documents over shards; reducing shards in
 * batches does not change them.
 */
test.each(cases)('%s: in batches, and looked at meanwhile', (_name, example) => {
  const body = example.request;
  const parts = [0, 1, 2].map((shard) => {
    const own = example.documents.filter((_document, i) => i % 3 === shard);
    return indexOf(example.mapping, own).part(body);
  });
  const part = { shardIndex: 0, result: {} as never };
  const found = unfinishedAggregations(parseSearchRequest(body, {}), [part]);
  if (found === undefined) throw new Error('no aggregations');
  const shown = (answers: readonly (readonly unknown[])[]) =>
    JSON.parse(
      stringifyJson(finished({ ...found, answers }, { checkCancelled: () => undefined, scripts })),
    ) as JsonObject;
  const [first = [], second = [], third = []] = parts;
  const given = encodePlain(parts);
  const together = shown(parts);
  const batch = reducedParts({ ...found, answers: [first, second] }, () => undefined);
  const kept = encodePlain(batch);
  expect(shown([batch])).toEqual(shown([first, second]));
  expect(shown([batch, third])).toEqual(together);
  expect(encodePlain(batch)).toEqual(kept);
  expect(encodePlain(parts)).toEqual(given);
});

test('every type has one example', () => {
  const names = examples.map(([name]) => name);
  expect([...names].sort()).toEqual([...registeredAggregations()].sort());
});
