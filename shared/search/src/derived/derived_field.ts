/**
 * A derived field as queries see it: one mapping indexes its values, another one resolves queries
 * on it.
 */
import { expectDefined } from '@skein/base';
import { isJsonArray, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { checkDerivedType, derivedProperty, IndexMapping, type MappedField } from '@skein/mapping';
import { booleanQuery, type Query, type SegmentReader } from '@skein/search_library';
import type { SearchMapping } from '../execution/search_mapping.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { DerivedDefinition, EmittedValues } from './derived_definition.js';
import { partsOf } from './object_parts.js';

export interface DerivedField {
  readonly field: MappedField;
  /**
   * The mapping that indexes the values. Dates are emitted as milliseconds and queried in the
   * field's format.
   */
  readonly indexing: IndexMapping;
  readonly open: (segment: SegmentReader) => EmittedValues;
  readonly shows: DerivedDefinition['shows'];
}

/** Builds the field of a definition. */
export function derivedField(
  definition: DerivedDefinition,
  mapping: SearchMapping,
  shard: QueryShardContext,
): DerivedField {
  const { name, type, format, emittedFormat } = definition;
  const asked = ownMapping(definition, { name, type, format }, shard);
  const made = { name, type, format: emittedFormat };
  const field = fieldOf(asked, name);
  return {
    field: type === 'object' ? objectField(field) : prefiltered(field, definition, mapping),
    indexing: ownMapping(definition, made, shard),
    open: definition.open,
    shows: definition.shows,
  };
}

/**
 * Builds the field of a path inside a derived object. Its dates are parsed like dates of documents
 * and shown in the object's format.
 */
export function derivedPart(
  definition: DerivedDefinition,
  part: { readonly path: string; readonly type: string },
  { mapping, shard }: { readonly mapping: SearchMapping; readonly shard: QueryShardContext },
): DerivedField {
  checkDerivedType(part.type);
  const name = `${definition.name}.${part.path}`;
  const { type } = part;
  const indexing = ownMapping(definition, { name, type, format: undefined }, shard);
  const showing = ownMapping(definition, { name, type, format: definition.format }, shard);
  const shown = fieldOf(showing, name);
  const field: MappedField = {
    ...fieldOf(indexing, name),
    docValueFormat: (value, format) => shown.docValueFormat(value, format),
  };
  return {
    field: type === 'object' ? objectField(field) : prefiltered(field, definition, mapping),
    indexing,
    shows: definition.shows,
    open: (segment) => {
      const emitted = definition.open(segment);
      return (doc) => partsOf(emitted(doc), part.path, definition).flatMap(elements);
    },
  };
}

function fieldOf(mapping: IndexMapping, name: string): MappedField {
  return expectDefined(mapping.field(name), 'the mapping has been made for the field');
}

function elements(value: JsonValue): readonly JsonValue[] {
  return isJsonArray(value) ? value : [value];
}

interface Typed {
  readonly name: string;
  readonly type: string;
  readonly format: JsonValue | undefined;
}

function ownMapping(
  { ignoreMalformed }: DerivedDefinition,
  { name, type, format }: Typed,
  { settings, analysis }: QueryShardContext,
): IndexMapping {
  const property = derivedProperty({ type, format, ignoreMalformed });
  const properties = Object.fromEntries([[name, property]]);
  return IndexMapping.parse({ properties }, { settings, analysis });
}

/** A whole object can be shown but not queried. */
function objectField(field: MappedField): MappedField {
  const refuse = (): never => {
    throw new ApiError(
      'exception',
      'Cannot create IndexableField to execute queries on object derived field',
    );
  };
  const queries = {
    termQuery: refuse,
    termsQuery: refuse,
    rangeQuery: refuse,
    prefixQuery: refuse,
    wildcardQuery: refuse,
    regexpQuery: refuse,
    fuzzyQuery: refuse,
  };
  return { ...field, ...queries, sortField: refuse };
}

/**
 * Runs each query of the field on the prefilter field too. Neither query contributes to the score.
 */
function prefiltered(
  field: MappedField,
  { prefilterField }: DerivedDefinition,
  mapping: SearchMapping,
): MappedField {
  if (prefilterField === undefined) return field;
  const found = (): MappedField => {
    const prefilter = mapping.field(prefilterField);
    if (prefilter !== undefined) return prefilter;
    throw new ApiError(
      'mapper_exception',
      `prefilter_field[${prefilterField}] is not defined in the index mappings`,
    );
  };
  const both = <A extends unknown[]>(make: (of: MappedField, ...args: A) => Query) => {
    return (...args: A): Query =>
      booleanQuery({ filter: [make(found(), ...args), make(field, ...args)] });
  };
  return {
    ...field,
    prefilter: found,
    termQuery: both((of, ...args: Parameters<MappedField['termQuery']>) => of.termQuery(...args)),
    termsQuery: both((of, ...args: Parameters<MappedField['termsQuery']>) =>
      of.termsQuery(...args),
    ),
    rangeQuery: both((of, ...args: Parameters<MappedField['rangeQuery']>) =>
      of.rangeQuery(...args),
    ),
    prefixQuery: both((of, ...args: Parameters<MappedField['prefixQuery']>) =>
      of.prefixQuery(...args),
    ),
    wildcardQuery: both((of, ...args: Parameters<MappedField['wildcardQuery']>) =>
      of.wildcardQuery(...args),
    ),
    regexpQuery: both((of, ...args: Parameters<MappedField['regexpQuery']>) =>
      of.regexpQuery(...args),
    ),
    fuzzyQuery: both((of, ...args: Parameters<MappedField['fuzzyQuery']>) =>
      of.fuzzyQuery(...args),
    ),
  };
}
