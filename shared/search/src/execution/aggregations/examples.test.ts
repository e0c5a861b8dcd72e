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

const index = new TestIndex({
  mapping: JSON.parse(mapping) as JsonObject,
  documents: JSON.parse(documents) as JsonObject[],
});

test.each(examples.map(({ name, blocks }) => [name, blocks] as const))(
  '%s',
  (_name, [request = '', expected = '']) => {
    const body = parseObject(new TextEncoder().encode(request), false);
    const answer = index.answer({ size: 0, ...body });
    if (!isJsonObject(answer)) throw new Error(String(answer));
    expect(JSON.parse(stringifyJson(answer.aggregations ?? null))).toEqual(JSON.parse(expected));
  },
);

const scripts = new ScriptService({ nowMs: () => 0, monotonicMs: () => 0 });
const shards = [0, 1, 2].map((shard) => {
  const own = (JSON.parse(documents) as JsonObject[]).filter((_document, i) => i % 3 === shard);
  return new TestIndex({ mapping: JSON.parse(mapping) as JsonObject, documents: own });
});

/**
 * Ids and sums of fractions depend on the distribution of documents over shards; reducing shards in
 * batches does not change them.
 */
test.each(examples.map(({ name, blocks }) => [name, blocks] as const))(
  '%s: in batches, and looked at meanwhile',
  (_name, [json = '']) => {
    const body = { size: 0, ...parseObject(new TextEncoder().encode(json), false) };
    const parts = shards.map((shard) => shard.part(body));
    const part = { shardIndex: 0, result: {} as never };
    const found = unfinishedAggregations(parseSearchRequest(body, {}), [part]);
    if (found === undefined) throw new Error('no aggregations');
    const shown = (answers: readonly (readonly unknown[])[]) =>
      JSON.parse(
        stringifyJson(
          finished({ ...found, answers }, { checkCancelled: () => undefined, scripts }),
        ),
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
  },
);

/** These need joins or keywords that are counted, which the page's documents do not have. */
const WITHOUT_EXAMPLE = ['children', 'counted_terms', 'parent'];

test('every type has one example', () => {
  const names = examples.map(({ name }) => name);
  expect([...names, ...WITHOUT_EXAMPLE].sort()).toEqual([...registeredAggregations()].sort());
});
