/**
 * `significant_terms`: values that are more frequent among the matches than in the index, or than
 * in the documents that pass a filter.
 */

import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type FieldReaders, textOf } from '@skein/reading';
import { matchAllQuery } from '@skein/search_library';
import type { AggregationNode } from '../../aggregation_node.js';
import type { AggregationShard } from '../../aggregation_shard.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import type { Collector, CollectorProfile, CollectScope } from '../../collect/collector.js';
import { hasBit } from '../../collect/matching.js';
import { choiceReaders } from '../../options/include_exclude.js';
import {
  finishedSignificant,
  newSignificant,
  type SignificantShape,
  significantReaders,
} from '../../options/significant_shape.js';
import { resolveValues, type Values } from '../../values/resolve_values.js';
import { RAW } from '../../values/value_format.js';
import { TERM_KINDS } from '../../values/value_names.js';
import { readValues, type ValuesOptions } from '../../values/values_options.js';
import type { Key } from '../merge_buckets.js';
import { keysKind } from '../terms/terms_collector.js';
import { termsProfile } from '../terms/terms_profile.js';
import { chosenBuckets, type ValueBuckets } from '../value_buckets.js';
import {
  type Background,
  liveDocuments,
  SignificantValuesCollector,
} from './significant_collector.js';
import { SIGNIFICANT, type SignificantPart } from './significant_part.js';

interface SignificantOptions extends ValuesOptions, SignificantShape {}

const NO_CHILDREN = { collectRows: () => undefined };

function parse(json: JsonObject, context: ParseContext): SignificantOptions {
  const draft = newSignificant();
  const own: FieldReaders = {
    ...significantReaders(draft, context, json),
    execution_hint: ['string', textOf],
    ...choiceReaders(draft),
  };
  const values = readValues(json, context, {
    own,
    scripts: false,
    namesScript: true,
    isOpen: true,
  });
  return { ...values, ...finishedSignificant(draft) };
}

/** The greatest number of documents that `searchDocs` passes at once. */
const BATCH = 4096;

class SignificantCollector implements Collector<SignificantPart> {
  readonly #node: AggregationNode<SignificantOptions>;
  readonly #scope: CollectScope;
  readonly #values: Values;
  readonly #buckets: ValueBuckets | undefined;
  readonly #collector: SignificantValuesCollector;

  constructor(node: AggregationNode<SignificantOptions>, scope: CollectScope) {
    this.#node = node;
    this.#scope = scope;
    const accepts = {
      type: 'significant_terms',
      kinds: ['number', 'term'],
      standard: 'term',
    } as const;
    this.#values = resolveValues(node.options, scope.shard, accepts);
    checkIndexed(node.options.field, scope.shard);
    if (this.#values.kind === 'number' && this.#values.numbers === 'double') {
      throw new ApiError(
        'unsupported_operation_exception',
        'No support for examining floating point numerics',
      );
    }
    this.#buckets = chosenBuckets(this.#values, node, scope.shard);
    this.#collector = new SignificantValuesCollector(node, scope, {
      buckets: this.#buckets,
      keyed: keysKind(this.#values),
      format: this.#values.kind === 'number' ? this.#values.format : RAW,
      isByKey: this.#isByKey(node, scope),
      background: () => this.#background(),
    });
  }

  /**
   * True if OpenSearch counts in a table of all values of the shard, in the order of their keys.
   */
  #isByKey({ options, children }: AggregationNode<SignificantOptions>, scope: CollectScope) {
    const hasColumn = this.#values.kind === 'term' && options.script === undefined;
    const isChosen = options.include !== undefined || options.exclude !== undefined;
    return hasColumn && !isChosen && !scope.hasManyOwners && children.length === 0;
  }

  segment(...at: Parameters<Collector['segment']>): void {
    this.#collector.segment(...at);
  }

  collect(block: Parameters<Collector['collect']>[0]): void {
    this.#collector.collect(block);
  }

  build(owners: Uint32Array): SignificantPart {
    return this.#collector.build(owners);
  }

  profile(): CollectorProfile {
    const { field, include, exclude } = this.#node.options;
    return termsProfile({
      values: this.#values,
      buckets: this.#buckets,
      field,
      searcher: this.#scope.shard.searcher,
      hasFilter: include !== undefined || exclude !== undefined,
      isMap: false,
      deferred: this.#collector.deferredNames,
      strategy: 'significant_terms',
    });
  }

  #background(): Background {
    const { shard } = this.#scope;
    const { background } = this.#node.options;
    // As in OpenSearch, nested objects count too; their values belong to them alone.
    const query = background === undefined ? matchAllQuery() : shard.query(background);
    const buckets = chosenBuckets(this.#values, this.#node, shard);
    const owners = new Uint32Array(BATCH);
    let size = 0;
    shard.searcher.searchDocs(query, {
      segment: (reader, docBase) => {
        const sample = shard.sample?.segment(reader, docBase);
        // OpenSearch takes background counts from the index, which ignores `_doc_count`.
        buckets?.segment(reader, { ignoresDocCount: true });
        return (found, all) => {
          const docs = sample === undefined ? found : keptIn(sample, found.subarray(0, all));
          const count = sample === undefined ? all : docs.length;
          size += count;
          buckets?.collect({ docs, count, owners, scores: undefined }, NO_CHILDREN);
        };
      },
    });
    const counts = new Map<Key, number>();
    if (buckets) {
      for (let bucket = 0; bucket < buckets.size; bucket++) {
        counts.set(buckets.key(bucket), buckets.counts[bucket]);
      }
    }
    return {
      size: background === undefined && shard.sample === undefined ? liveDocuments(shard) : size,
      count: (key) => counts.get(key) ?? 0,
    };
  }
}

/** OpenSearch looks up the background of values in the index; here, the column is counted. */
function checkIndexed(name: string | undefined, { mapping }: AggregationShard): void {
  const mapped = name === undefined ? undefined : mapping.field(name);
  if (mapped === undefined || mapped.spec.column === 'none') return;
  if (mapped.spec.points || mapped.spec.postings !== 'none') return;
  const reason = `SignificantText aggregation requires fields to be searchable, but [${mapped.name}] is not`;
  throw new ApiError('illegal_argument_exception', reason);
}

const keptIn = (sample: Uint32Array, docs: Uint32Array): Uint32Array =>
  docs.filter((doc) => hasBit(sample, doc));

export const significantTerms = aggregationType<SignificantOptions, SignificantPart>({
  ...SIGNIFICANT,
  // If no shard knows the field, OpenSearch shows no counts.
  render: (node, place, rendering) =>
    place.part.keyed === 'unmapped' ? { buckets: [] } : SIGNIFICANT.render(node, place, rendering),
  name: 'significant_terms',
  takesValues: TERM_KINDS,
  takes: 'buckets',
  parse,
  mapQueries: (options, change) => ({
    ...options,
    background: options.background && change.query(options.background),
  }),
  collector: (node, scope) => new SignificantCollector(node, scope),
});
