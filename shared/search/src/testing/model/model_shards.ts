/**
 * The results of one shard with several segments, and of several shards whose results are reduced
 * in batches.
 */
import { finishAggregations, reduceAggregations } from '@skein/aggregations';
import { decodePlain, encodePlain } from '@skein/bytes';
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import { Kernels } from '@skein/search_library';
import fc from 'fast-check';
import { parseSearchRequest } from '../../request/parse_search_request.js';
import { TestIndex } from '../test_index.js';
import { MODEL_MAPPING } from './model_corpus.js';

export interface Split {
  readonly segmentDocs: number;
  readonly shards: number;
  /** The number of shard results that are reduced before the others. */
  readonly batch: number;
  /**
   * The position of the shard that has no documents and no fields except `id`; beyond the last
   * shard if there is none.
   */
  readonly empty: number;
  readonly hasKernels: boolean;
}

export const splits: fc.Arbitrary<Split> = fc.record({
  segmentDocs: fc.integer({ min: 1, max: 30 }),
  shards: fc.integer({ min: 1, max: 4 }),
  batch: fc.integer({ min: 0, max: 4 }),
  empty: fc.integer({ min: 0, max: 6 }),
  hasKernels: fc.boolean(),
});

/** Sorting by an unmapped field is an error. */
const UNKNOWING = { properties: { id: { type: 'long' } } };

const plain = (json: JsonObject): JsonObject => JSON.parse(stringifyJson(json)) as JsonObject;

function indexOf(documents: readonly JsonObject[], { segmentDocs, hasKernels }: Split): TestIndex {
  const kernels = hasKernels ? { kernels: new Kernels({ minDocs: 0 }) } : {};
  return new TestIndex({ mapping: MODEL_MAPPING, documents, segmentDocs, ...kernels });
}

export function answerOfOne(
  documents: readonly JsonObject[],
  body: JsonObject,
  split: Split,
): JsonObject {
  const answer = indexOf(documents, split).answer({ size: 0, ...body });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return plain(answer.aggregations);
}

function noScripts(): never {
  throw new Error('no script in the tree');
}

/** Reduces the first parts, sends the result on, and reduces it with the rest. */
export function answerOfSeveral(
  documents: readonly JsonObject[],
  body: JsonObject,
  split: Split,
): JsonObject {
  const { aggregations: tree } = parseSearchRequest({ size: 0, ...body }, {});
  if (tree === undefined) throw new Error('no aggregations');
  const options = { maxBuckets: 100_000, checkCancelled: () => undefined };
  const parts = Array.from({ length: split.shards }, (_none, shard) =>
    indexOf(
      documents.filter((_each, i) => i % split.shards === shard),
      split,
    ).part({ size: 0, ...body }),
  );
  if (split.empty <= parts.length) {
    const nothing = new TestIndex({ mapping: UNKNOWING, documents: [] });
    parts.splice(split.empty, 0, nothing.part({ size: 0, ...body }));
  }
  const first = parts.slice(0, split.batch);
  const begun =
    first.length === 0 ? [] : [reduceAggregations(tree, first, { ...options, isFinal: false })];
  const sent = begun.map((part) => decodePlain(encodePlain(part)) as readonly unknown[]);
  const json = finishAggregations(tree, [...sent, ...parts.slice(split.batch)], {
    ...options,
    typedKeys: false,
    script: noScripts,
    reduceScript: noScripts,
  });
  return plain(json);
}
