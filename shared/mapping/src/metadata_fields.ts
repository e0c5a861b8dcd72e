/**
 * Metadata fields of every document: found by exact name, never by a pattern, and not allowed
 * inside documents.
 */
import { simpleMatch } from '@skein/base';
import { utf8, utf8Decode } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  existsQuery,
  type FieldSpec,
  ID_FIELD,
  matchAllQuery,
  matchNoneQuery,
  PRIMARY_TERM_FIELD,
  type Query,
  SEQ_NO_FIELD,
  termsQuery,
  VERSION_FIELD,
} from '@skein/search_library';
import { FIELD_NAMES_SPEC } from './field_types/field_names_spec.js';
import { fieldSpec } from './field_types/field_spec.js';
import type { MappedField, QueryContext } from './field_types/field_type.js';
import { mappedField, refusePattern, scalarText } from './field_types/mapped_field.js';
import { integerDisplay } from './field_types/number_display.js';
import { INTEGER, LONG } from './field_types/number_kind.js';
import { integerQueries } from './field_types/number_queries.js';
import { constantDisplay, termDisplay, termQueries } from './field_types/term_field.js';

const NAMES = [
  '_id',
  '_index',
  '_routing',
  '_source',
  '_field_names',
  '_ignored',
  '_seq_no',
  '_primary_term',
  '_version',
  '_nested_path',
  '_data_stream_timestamp',
  '_doc_count',
  '_feature',
  '_size',
] as const;

const NAME_SET: ReadonlySet<string> = new Set(NAMES);

export function isMetadataField(name: string): boolean {
  return NAME_SET.has(name);
}

export const ROUTING_SPEC = fieldSpec('_routing', { postings: 'docs' });
/** The only one that documents may contain: see `document/doc_count.ts`. */
export const DOC_COUNT_SPEC = fieldSpec('_doc_count', { column: 'long' });
/** For mappings that enable `_size`. */
export const SIZE_SPEC = fieldSpec('_size', { column: 'long', points: true });
export const IGNORED_SPEC = fieldSpec('_ignored', { postings: 'docs' });

/**
 * Metadata is written by the engine and the document parser, not through the field's own `index`.
 */
function notFromDocuments(name: string): () => never {
  return () => {
    throw new ApiError('illegal_argument_exception', `Field [${name}] is a metadata field`);
  };
}

function termMetadata(of: FieldSpec): MappedField {
  const { name } = of;
  const field = { name, spec: of, typeName: name };
  return mappedField({
    ...field,
    aggregatable: name === '_id',
    readsText: true,
    index: notFromDocuments(name),
    ...termQueries({ field, toTerm: (text) => text }),
    ...termDisplay(field),
  });
}

/** Refuses queries for parts of terms. */
function withoutPatterns(field: MappedField): Partial<MappedField> {
  return {
    prefixQuery: () => refusePattern('prefix', field),
    wildcardQuery: () => refusePattern('wildcard', field),
    regexpQuery: () => refusePattern('regexp', field),
    fuzzyQuery: () => refusePattern('fuzzy', field),
  };
}

/** Matches on `_id` never score. */
function idField(): MappedField {
  const base = termMetadata(fieldSpec(ID_FIELD, { postings: 'docs', column: 'ordinal' }));
  const ids = (values: readonly JsonValue[]): Query => {
    const texts = values.map(scalarText);
    if (texts.includes('')) {
      throw new ApiError('illegal_argument_exception', "Ids can't be empty");
    }
    return termsQuery(ID_FIELD, texts.map(utf8));
  };
  return {
    ...base,
    ...withoutPatterns(base),
    indexOrder: 'never',
    termQuery: (value, context, caseInsensitive) =>
      caseInsensitive === true ? base.termQuery(value, context, true) : ids([value]),
    termsQuery: ids,
    rangeQuery: () => {
      throw new ApiError(
        'illegal_argument_exception',
        'Field [_id] of type [_id] does not support range queries',
      );
    },
    existsQuery: () => matchAllQuery(),
    formatSortValue: (value) => (value instanceof Uint8Array ? utf8Decode(value) : null),
  };
}

/**
 * Constant within a shard, so a query on it matches all documents or none. Every name may be a
 * pattern with `*`, and the name of an alias stands for its indices.
 */
function indexField(): MappedField {
  const when = (matches: boolean, wanted: string): Query =>
    matches ? matchAllQuery() : matchNoneQuery(`The index is not [${wanted}]`);
  const isCalled = (pattern: string, { indexName, aliases = [] }: QueryContext): boolean =>
    simpleMatch(pattern, indexName) || aliases.some((alias) => simpleMatch(pattern, alias));
  const named = (value: JsonValue, insensitive = false): string => {
    const text = scalarText(value);
    // The names of indices are in lower case.
    const name = insensitive ? text.toLowerCase() : text;
    if (!name.startsWith('_')) return name;
    const reason = `Invalid index name [${name}], must not start with '_'.`;
    const metadata = { index: name, index_uuid: '_na_' };
    throw new ApiError('invalid_index_name_exception', reason, { metadata });
  };
  return mappedField({
    name: '_index',
    typeName: '_index',
    values: { kind: 'constant', term: (indexName) => indexName },
    indexOrder: 'never',
    spec: fieldSpec('_index', {}),
    searchable: true,
    aggregatable: true,
    index: notFromDocuments('_index'),
    termQuery: (value, context, insensitive) =>
      when(isCalled(named(value, insensitive), context), scalarText(value)),
    termsQuery: (values, context) => {
      const names = values.map((value) => named(value));
      return when(
        names.some((name) => isCalled(name, context)),
        names.join(', '),
      );
    },
    prefixQuery: (prefix, insensitive, context) =>
      when(isCalled(named(`${prefix}*`, insensitive), context), prefix),
    wildcardQuery: (pattern, insensitive, context) =>
      when(isCalled(named(pattern, insensitive), context), pattern),
    existsQuery: () => matchAllQuery(),
    ...constantDisplay('_index', '_index'),
  });
}

function numberMetadata(name: string, searchable: boolean): MappedField {
  const of = fieldSpec(name, { column: 'long', points: searchable });
  return mappedField({
    name,
    typeName: name,
    spec: of,
    searchable,
    index: notFromDocuments(name),
    ...(searchable ? integerQueries(LONG, of) : {}),
    ...integerDisplay(LONG, name, of),
    existsQuery: () => matchAllQuery(),
  });
}

/** `_size` of the mapper-size plugin: size of the document's source in bytes. */
function sizeField(): MappedField {
  const { name } = SIZE_SPEC;
  return mappedField({
    name,
    typeName: name,
    spec: SIZE_SPEC,
    indexOrder: 'never',
    showsColumn: true,
    index: notFromDocuments(name),
    ...integerQueries(INTEGER, SIZE_SPEC),
    ...integerDisplay(INTEGER, name, SIZE_SPEC),
  });
}

function withoutExists(field: MappedField, reason: string): MappedField {
  return {
    ...field,
    existsQuery: () => {
      throw new ApiError('unsupported_operation_exception', reason);
    },
  };
}

function docCountField(): MappedField {
  const { name } = DOC_COUNT_SPEC;
  return {
    ...unsearchable(name, `Field [${name}] of type [${name}] is not searchable`),
    typeName: 'long',
    spec: DOC_COUNT_SPEC,
    existsQuery: () => existsQuery(name),
  };
}

function unsearchable(name: string, reason: string): MappedField {
  return mappedField({
    name,
    typeName: name,
    spec: fieldSpec(name, {}),
    searchable: false,
    aggregatable: false,
    hasTerms: false,
    index: notFromDocuments(name),
    termQuery: () => {
      throw new ApiError('query_shard_exception', reason);
    },
  });
}

const FIELD_NAMES = termMetadata(FIELD_NAMES_SPEC);

export const METADATA_FIELDS: ReadonlyMap<string, MappedField> = new Map(
  [
    idField(),
    indexField(),
    termMetadata(ROUTING_SPEC),
    termMetadata(IGNORED_SPEC),
    { ...FIELD_NAMES, ...withoutPatterns(FIELD_NAMES) },
    numberMetadata(SEQ_NO_FIELD, true),
    { ...numberMetadata(PRIMARY_TERM_FIELD, false), indexOrder: 'never' as const },
    { ...numberMetadata(VERSION_FIELD, false), aggregatable: false, indexOrder: 'never' as const },
    unsearchable('_source', 'The _source field is not searchable'),
    docCountField(),
    sizeField(),
    withoutExists(
      termMetadata(fieldSpec('_nested_path', { postings: 'docs' })),
      'Cannot run exists() query against the nested field path',
    ),
    withoutExists(
      unsearchable('_feature', 'The [_feature] field may not be queried directly'),
      'Cannot run exists query on [_feature]',
    ),
    withoutExists(
      unsearchable(
        '_data_stream_timestamp',
        'Cannot run term query on internal field [_data_stream_timestamp]',
      ),
      'Cannot run exists query on internal field [_data_stream_timestamp]',
    ),
  ].map((field) => [field.name, field]),
);
