/**
 * `significant_text`: words that are more frequent in the texts of the matches than elsewhere.
 * Texts are analysed again; no column is kept in memory for them.
 */
import { isJsonArray, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import { booleanOf, type Draft, type FieldReaders, into, readFields, textOf } from '@skein/reading';
import { matchingDocs, NO_MORE_DOCS, type SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../../aggregation_node.js';
import type { AggregationShard } from '../../aggregation_shard.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import type { CollectScope } from '../../collect/collector.js';
import { hasBit } from '../../collect/matching.js';
import { acceptKeys, choiceReaders } from '../../options/include_exclude.js';
import {
  finishedSignificant,
  newSignificant,
  type SignificantShape,
  significantReaders,
} from '../../options/significant_shape.js';
import { sourceTerms } from '../../values/source_terms.js';
import { RAW, termBytes } from '../../values/value_format.js';
import type { Key } from '../merge_buckets.js';
import { valueBuckets } from '../value_buckets.js';
import { type Background, SignificantValuesCollector } from './significant_collector.js';
import { SIGNIFICANT, type SignificantPart } from './significant_part.js';

interface TextOptions extends SignificantShape {
  readonly field: string;
  /** The paths of the texts in `_source`; `undefined` if it is the field's name. */
  readonly sourceFields: readonly string[] | undefined;
  readonly skipsRepeated: boolean;
}

const TYPE = 'significant_text';

type TextDraft = ReturnType<typeof newSignificant> &
  Draft<Omit<TextOptions, keyof SignificantShape>, 'field'>;

function parse(json: JsonObject, context: ParseContext): TextOptions {
  const draft: TextDraft = {
    ...newSignificant(),
    field: undefined,
    sourceFields: undefined,
    skipsRepeated: false,
  };
  const own: FieldReaders = {
    ...significantReaders(draft, context, json),
    field: into(draft, 'field', 'string', textOf),
    source_fields: into(draft, 'sourceFields', 'string_array', (value) =>
      isJsonArray(value) ? value.map(textOf) : [textOf(value)],
    ),
    filter_duplicate_text: into(draft, 'skipsRepeated', 'boolean', booleanOf),
    ...choiceReaders(draft),
  };
  readFields(json, own, { name: TYPE, locate: context.locate, isOpen: true });
  const { field, sourceFields, skipsRepeated } = draft;
  if (field === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      'Required one of fields [field], but none were specified. ',
    );
  }
  return { ...finishedSignificant(draft), field, sourceFields, skipsRepeated };
}

function checkText({ name, isText, typeName, values }: MappedField): void {
  if (isText || values.kind === 'term') return;
  const isFigure = values.kind === 'number' || values.kind === 'truth';
  throw new ApiError(
    'illegal_argument_exception',
    isFigure
      ? `Field [${name}] of type [${typeName}] is not supported for aggregation [${TYPE}]`
      : `Field [${name}] has no analyzer, but SignificantText requires an analyzed field`,
  );
}

function collector(
  node: AggregationNode<TextOptions>,
  scope: CollectScope,
): SignificantValuesCollector {
  const { options } = node;
  const { shard } = scope;
  const field = shard.mapping.field(options.field);
  if (field !== undefined) checkText(field);
  const source =
    field &&
    sourceTerms({
      paths: options.sourceFields ?? [field.name],
      analyzer: field.indexAnalyzer,
      skipsRepeated: options.skipsRepeated,
      checkCancelled: shard.checkCancelled,
    });
  const accepts = acceptKeys(options, 'text', { name: node.name, settings: shard.settings });
  return new SignificantValuesCollector(node, scope, {
    buckets:
      source && valueBuckets({ kind: 'term', source, text: 'text' }, accepts, shard.searcher),
    keyed: field === undefined ? 'unmapped' : 'text',
    format: RAW,
    isByKey: false,
    background: () => backgroundOf(field, options, scope),
  });
}

interface Counted {
  readonly reader: SegmentReader;
  /** A bit set of the documents that count; `null` if all do. */
  readonly bits: Uint32Array | null;
}

/** The background, in which each word is looked up in the index when it is needed. */
function backgroundOf(
  field: MappedField | undefined,
  options: TextOptions,
  { shard }: CollectScope,
): Background {
  const segments = countedDocuments(options, shard);
  const size = segments.reduce((sum, { reader, bits }) => sum + sizeOf(reader, bits), 0);
  const known = new Map<Key, number>();
  const count = (key: Key): number => {
    shard.checkCancelled();
    const term = termBytes(String(key));
    return segments.reduce((sum, each) => sum + documentsWith(field?.spec.name, term, each), 0);
  };
  return {
    size,
    count: (key) => {
      const found = known.get(key) ?? count(key);
      known.set(key, found);
      return found;
    },
  };
}

/**
 * The background documents. Without a filter they are all live documents, including nested objects,
 * as in OpenSearch.
 */
function countedDocuments(
  { background }: TextOptions,
  shard: AggregationShard,
): readonly Counted[] {
  const { searcher } = shard;
  if (background === undefined) {
    return sampled(
      searcher.segments.map((reader) => ({ reader, bits: reader.liveDocs })),
      shard,
    );
  }
  const query = shard.query(background);
  const weight = searcher.createWeight(searcher.rewrite(query), false, 1);
  return sampled(
    searcher.segments.map((reader) => ({ reader, bits: matchingDocs(weight, reader) })),
    shard,
  );
}

/** Restricts the documents to the sample of the enclosing `random_sampler`, if there is one. */
function sampled(all: readonly Counted[], { sample }: AggregationShard): readonly Counted[] {
  if (sample === undefined) return all;
  let docBase = 0;
  return all.map(({ reader, bits }) => {
    const own = sample.segment(reader, docBase);
    docBase += reader.maxDoc;
    if (bits !== null) for (let i = 0; i < own.length; i++) own[i] = own[i] & bits[i];
    return { reader, bits: own };
  });
}

function sizeOf(reader: SegmentReader, bits: Uint32Array | null): number {
  if (bits === reader.liveDocs) return reader.liveCount;
  let size = 0;
  for (let doc = 0; doc < reader.maxDoc; doc++) if (bits === null || hasBit(bits, doc)) size++;
  return size;
}

function documentsWith(field: string | undefined, term: Uint8Array, { reader, bits }: Counted) {
  const terms = field === undefined ? undefined : reader.terms(field);
  const ordinal = terms?.find(term) ?? -1;
  if (terms === undefined || ordinal < 0) return 0;
  if (bits === null) return terms.docFreq(ordinal);
  const postings = terms.postings(ordinal, 'docs');
  let count = 0;
  for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
    if (hasBit(bits, doc)) count++;
  }
  return count;
}

export const significantText = aggregationType<TextOptions, SignificantPart>({
  ...SIGNIFICANT,
  name: TYPE,
  takes: 'none',
  parse,
  mapQueries: (options, change) => ({
    ...options,
    background: options.background && change.query(options.background),
  }),
  collector,
});
