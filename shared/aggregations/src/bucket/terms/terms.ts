/** `terms`: a bucket for each value, the best of them by count, key or sub-aggregation. */

import { double, type JsonObject } from '@skein/content';
import { type Draft, type FieldReaders, into, textOf } from '@skein/reading';
import type { AggregationNode } from '../../aggregation_node.js';
import type { AggregationShard } from '../../aggregation_shard.js';
import {
  type AggregationType,
  aggregationType,
  type ParseContext,
} from '../../aggregation_type.js';
import type { CollectScope } from '../../collect/collector.js';
import { scriptScores } from '../../metric/script_scores.js';
import { readCollectMode } from '../../options/collect_mode.js';
import { choiceReaders } from '../../options/include_exclude.js';
import { finished, newShape, shapeReaders } from '../../options/terms_shape.js';
import { hasFewTerms } from '../../values/few_terms.js';
import { resolveValues, type Values } from '../../values/resolve_values.js';
import { showTerm } from '../../values/term_form.js';
import { isUnscripted } from '../../values/unscripted.js';
import { formattedKey, RAW, textOfNumber } from '../../values/value_format.js';
import { TERM_KINDS } from '../../values/value_names.js';
import { type OwnOptions, readValues } from '../../values/values_options.js';
import { mostBuckets, TermsCollector } from './terms_collector.js';
import type { TermsOptions } from './terms_options.js';
import {
  KEY_CLASSES,
  type KeysKind,
  reduceTerms,
  scaledTerms,
  type TermsPart,
} from './terms_part.js';

function parse(json: JsonObject, context: ParseContext): TermsOptions {
  const draft: Draft<OwnOptions<TermsOptions>> = {
    ...newShape(),
    include: undefined,
    exclude: undefined,
    hint: undefined,
    mode: undefined,
  };
  const own: FieldReaders = {
    ...shapeReaders(draft, context),
    execution_hint: into(draft, 'hint', 'string', textOf),
    collect_mode: into(draft, 'mode', 'string', readCollectMode),
    ...choiceReaders(draft),
  };
  const values = readValues(json, context, { own });
  return { ...values, ...draft, ...finished(draft) };
}

/** The common definition of the types whose buckets are terms. */
export const TERMS: AggregationType<TermsOptions, TermsPart> = {
  name: 'terms',
  takesValues: TERM_KINDS,
  takes: 'buckets',
  parse,
  needsScores: scriptScores,
  isShort: (node) => isUnscripted(node) && isPlain(node.options),
  seesAllDocuments: ({ options }) => options.minDocCount === 0,
  collector: (node, scope) => new TermsCollector(node, scope, termsValues),
  mergesSegments: keepsAll,
  reduce: reduceTerms,
  scaled: scaledTerms,
  render: (node, { part, owner }, rendering) => {
    const buckets: JsonObject[] = [];
    for (const bucket of rendering.buckets(node, part, owner)) {
      const error = node.options.showsErrors
        ? { doc_count_error_upper_bound: part.errors[bucket] }
        : {};
      buckets.push({
        ...keyMembers(part, bucket),
        doc_count: part.counts[bucket],
        ...error,
        ...rendering.children(node, part.children, bucket),
      });
    }
    return {
      doc_count_error_upper_bound: part.bounds[owner],
      sum_other_doc_count: part.others[owner],
      buckets,
    };
  },
  typeName: (_node, { keyed }) => TYPE_NAMES[keyed],
  resultName: (_node, { keyed }) => `${KEY_CLASSES[keyed]}Terms`,
  buckets: (part) => part,
  bucketKey: (_node, part, bucket) => {
    const { key, key_as_string: text } = keyMembers(part, bucket);
    const value = part.keys[bucket];
    const number = typeof value === 'string' ? {} : { number: Number(value) };
    return { key: key ?? null, text: String(text ?? keyString(part, bucket)), ...number };
  },
};

export const terms = aggregationType(TERMS);

/** More buckets than this take too long to show. */
const MOST_SHORT = 1000;

/** True if no term is looked at but those of the documents, and few of these are chosen. */
function isPlain({ shardSize, minDocCount, include, exclude }: TermsOptions): boolean {
  const choosesTerms = include !== undefined || exclude !== undefined;
  return shardSize <= MOST_SHORT && minDocCount > 0 && !choosesTerms;
}

/** True if no term is left out of a part, however few documents of a segment have it. */
function keepsAll(node: AggregationNode<TermsOptions>, shard: AggregationShard): boolean {
  const { field, script, missing, shardSize, shardMinDocCount } = node.options;
  if (shardMinDocCount > 1 || script !== undefined) return false;
  const mapped = field === undefined ? undefined : shard.mapping.field(field);
  if (mapped?.spec.column === 'ordinal') {
    const limit = missing === undefined ? shardSize : shardSize - 1;
    return hasFewTerms(shard.searcher.segments, mapped.spec.name, limit);
  }
  const most = mostBuckets(termsValues(node, { shard }));
  return most !== undefined && most < shardSize;
}

function termsValues(
  { options }: AggregationNode<TermsOptions>,
  { shard }: Pick<CollectScope, 'shard'>,
): Values {
  return resolveValues(options, shard, {
    type: 'terms',
    kinds: ['number', 'term'],
    standard: 'term',
    asksGlobal: options.hint === 'global_ordinals',
  });
}

const TYPE_NAMES: Readonly<Record<KeysKind, string>> = {
  text: 'sterms',
  ip: 'sterms',
  version: 'sterms',
  long: 'lterms',
  unsigned_long: 'ulterms',
  double: 'dterms',
  unmapped: 'sterms',
};

function keyString(part: TermsPart, bucket: number): string {
  const key = part.keys[bucket];
  if (typeof key === 'string') return showTerm(key, part.keyed);
  return part.keyed === 'double' ? textOfNumber(key, RAW) : String(key);
}

export function keyMembers(
  { keyed, keys, format }: Pick<TermsPart, 'keyed' | 'keys' | 'format'>,
  bucket: number,
): JsonObject {
  const key = keys[bucket];
  if (typeof key === 'string') return { key: showTerm(key, keyed) };
  const text = formattedKey(key, format);
  const shown = keyed === 'double' ? double(Number(key)) : key;
  return text === undefined ? { key: shown } : { key: shown, key_as_string: text };
}
