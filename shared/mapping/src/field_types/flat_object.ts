/**
 * `flat_object`: a whole JSON object in one field, without a mapping for its content. Three sets of
 * terms: the names on each path (`o`), the leaf values (`o._value`) and `path=value`
 * (`o._valueAndPath`), so that a query on `o.a.b` needs one term. As in OpenSearch, a deep name is
 * also indexed directly below the root: `exists` finds `o.b`. Sorts and aggregations of a path
 * build the column of `path=value` in memory, as field data, and use the path's range.
 */
import { utf8 } from '@skein/bytes';
import { isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  constantScoreQuery,
  existsQuery,
  type FieldSpec,
  fuzzyQuery,
  prefixQuery,
  regexpQuery,
  termQuery,
  termRangeQuery,
  termsQuery,
  wildcardQuery,
} from '@skein/search_library';
import { javaText } from '../tree/java_text.js';
import { fieldSpec } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition, MappedField } from './field_type.js';
import { immenseTerm, MAX_TERM_BYTES } from './keyword.js';
import { mappedField, scalarText } from './mapped_field.js';
import { literalExpression, visitLeaves } from './object_leaves.js';
import { escapeWildcards, termDisplay } from './term_field.js';
import { valueToken } from './value_token.js';

const VALUE_SUFFIX = '._value';
const PATH_SUFFIX = '._valueAndPath';
const MAX_DEPTH = 20;
const TYPE = 'flat_object';
/** All terms of a path are its values. */
const ALL_TERMS = { min: 0, max: Number.POSITIVE_INFINITY, minSegmentSize: 0 };

export const flatObject: FieldTypeDefinition = {
  name: TYPE,
  plainParameters: 'all',
  parameters: [],
  build: (path) => flatField(path, path),
};

/** The field itself, or the field for a path inside it. */
function flatField(root: string, path: string): MappedField {
  const keys = termSpec(root);
  const values = termSpec(root + VALUE_SUFFIX);
  const paths = termSpec(root + PATH_SUFFIX);
  const inside = path !== root;
  const target = inside ? paths : values;
  const prefix = inside ? `${path}=` : '';
  const term = (value: JsonValue): Uint8Array => utf8(prefix + scalarText(value));
  const bound = (value: JsonValue | undefined): Uint8Array | undefined =>
    value === undefined || value === null ? undefined : term(value);
  const uninverting = { prefix, of: ALL_TERMS };
  const column = { name: target.name, spec: target, typeName: TYPE };
  const refuseRoot = (): never => {
    throw new ApiError(
      'illegal_argument_exception',
      `Field [${path}] of type [flat_object] does not support doc_value in root field`,
    );
  };
  const field: MappedField = mappedField({
    name: path,
    typeName: TYPE,
    spec: inside ? paths : keys,
    inside: (below) => flatField(root, below),
    listed: { kind: 'indexed', field: target.name, prefix, mixed: !inside },
    readsStructures: true,
    searchable: true,
    aggregatable: inside,
    // For a path inside, a column is built from its terms on demand.
    ...(inside
      ? { values: { kind: 'term', uninverting }, ...termDisplay(column, { uninverting }) }
      : { sortField: refuseRoot, docValueFormat: refuseRoot, shownValues: shownObject }),
    index: (value, sink) => indexObject(value, { root, keys, values, paths, sink }),
    termQuery: (value, _context, insensitive = false) =>
      insensitive
        ? wildcardQuery(target.name, prefix + escapeWildcards(scalarText(value)), {
            caseInsensitive: true,
          })
        : termQuery(target.name, term(value)),
    termsQuery: (wanted) => termsQuery(target.name, wanted.map(term)),
    prefixQuery: (start, caseInsensitive) =>
      prefixQuery(target.name, term(start), { caseInsensitive }),
    rangeQuery: ({ lower, upper, includeLower, includeUpper }) =>
      termRangeQuery(target.name, {
        lower: bound(lower) ?? (inside ? utf8(prefix) : undefined),
        upper: bound(upper) ?? (inside ? utf8(`${path}>`) : undefined),
        includeLower: bound(lower) === undefined || includeLower,
        includeUpper: bound(upper) !== undefined && includeUpper,
      }),
    wildcardQuery: (pattern, caseInsensitive) =>
      wildcardQuery(target.name, escapeWildcards(prefix) + pattern, { caseInsensitive }),
    regexpQuery: (expression, options) => {
      const whole = inside ? `${literalExpression(prefix)}(${expression})` : expression;
      return regexpQuery(target.name, whole, options);
    },
    fuzzyQuery: (value, options) =>
      fuzzyQuery(target.name, prefix + scalarText(value), {
        ...options,
        prefixLength: [...prefix].length + options.prefixLength,
      }),
    existsQuery: () =>
      inside ? constantScoreQuery(termQuery(root, utf8(path))) : existsQuery(root),
  });
  return field;
}

/** The object as text in OpenSearch's map notation. */
function shownObject(value: JsonValue): readonly JsonValue[] {
  return isJsonObject(value) ? [javaText(value)] : [];
}

function termSpec(name: string): FieldSpec {
  return fieldSpec(name, { postings: 'docs' });
}

interface FlatTarget {
  readonly root: string;
  readonly keys: FieldSpec;
  readonly values: FieldSpec;
  readonly paths: FieldSpec;
  readonly sink: FieldSink;
}

function indexObject(value: JsonValue, target: FlatTarget): void {
  if (isJsonArray(value)) {
    for (const item of value) if (item !== null) indexObject(item, target);
    return;
  }
  if (!isJsonObject(value)) {
    throw new ApiError(
      'parsing_exception',
      `[${target.root}] unexpected token [${valueToken(value)}] in flat_object field value`,
    );
  }
  visitLeaves(value, {
    depthLimit: MAX_DEPTH,
    tooDeep: () =>
      new ApiError(
        'illegal_argument_exception',
        `flat_object [${target.root}] is nested deeper than [${MAX_DEPTH}]`,
      ),
    leaf: (path, leaf) => {
      if (leaf !== null) addLeaf(path, scalarText(leaf), target);
    },
  });
}

function addLeaf(
  path: string,
  text: string,
  { root, keys, values, paths, sink }: FlatTarget,
): void {
  addKeys(path, { root, keys, sink });
  add(values, text, sink);
  add(paths, `${root}.${path}=${text}`, sink);
}

/** Adds the path, its prefixes, and each of its names as if directly below the root. */
function addKeys(path: string, { root, keys, sink }: Pick<FlatTarget, 'root' | 'keys' | 'sink'>) {
  let start = 0;
  for (;;) {
    const dot = path.indexOf('.', start);
    const end = dot < 0 ? path.length : dot;
    add(keys, `${root}.${path.slice(0, end)}`, sink);
    if (start > 0) add(keys, `${root}.${path.slice(start, end)}`, sink);
    if (dot < 0) return;
    start = dot + 1;
  }
}

function add(spec: FieldSpec, term: string, sink: FieldSink): void {
  const bytes = utf8(term);
  if (bytes.length > MAX_TERM_BYTES) throw immenseTerm(spec.name, bytes);
  sink.add({ kind: 'term', spec, value: bytes });
}
