/**
 * Computes a tree of aggregations over documents by definitions alone: nested loops without caching
 * or sharing.
 */
import type { JsonObject } from '@skein/content';
import { BUCKET_MODELS } from './bucket_models.js';
import { DOCUMENT_METRICS } from './document_metrics.js';
import { KEY_MODELS } from './key_models.js';
import type { ModelDocument } from './model_document.js';
import { NUMBER_METRICS } from './number_metrics.js';
import { RANGE_MODELS } from './range_models.js';

interface Around {
  readonly all: readonly ModelDocument[];
  readonly isGap: boolean;
}

export function modelAnswer(
  aggs: JsonObject,
  documents: readonly ModelDocument[],
  { all, isGap }: Around = { all: documents, isGap: false },
): JsonObject {
  const shown = Object.entries(aggs).map(([name, json]) => {
    const { aggs: children = {}, ...types } = json as Record<string, JsonObject>;
    const [[type, options] = ['', {}]] = Object.entries(types);
    const metric = NUMBER_METRICS[type] ?? DOCUMENT_METRICS[type];
    if (metric !== undefined) return [name, metric(options, documents)];
    const buckets = BUCKET_MODELS[type] ?? RANGE_MODELS[type] ?? KEY_MODELS[type];
    if (buckets === undefined) throw new Error(`the model knows no aggregation [${type}]`);
    const inner = (own: readonly ModelDocument[], begins = false): JsonObject =>
      modelAnswer(children, own, { all, isGap: isGap || begins });
    return [name, buckets(options, documents, { all, isGap, inner })];
  });
  return Object.fromEntries(shown);
}
