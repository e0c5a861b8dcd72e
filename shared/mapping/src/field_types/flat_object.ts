/**
 * `flat_object`: a whole JSON object under one field, without a mapping for what is inside. Three sets of terms: the names
 * on the way (`o`), the leaf values (`o._value`) and `path=value` (`o._valueAndPath`), so a query on `o.a.b` asks for one term.
 * As in the reference, a name deep inside is also known right below the root: `exists` finds `o.b`.
 */
import { utf8 } from '@skein/bytes';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  constantScoreQuery,
  existsQuery,
  type FieldSpec,
  prefixQuery,
  termQuery,
  termRangeQuery,
  termsQuery,
  wildcardQuery,
} from '@skein/search_library';
import type { FieldSink, FieldTypeDefinition, MappedField } from './field_type.js';
import { MAX_TERM_BYTES } from './keyword.js';
import { mappedField, refusePattern, scalarText } from './mapped_field.js';
import { escapeWildcards } from './term_field.js';

const VALUE_SUFFIX = '._value';
const PATH_SUFFIX = '._valueAndPath';
const MAX_DEPTH = 20;

export const flatObject: FieldTypeDefinition = {
  name: 'flat_object',
  plainParameters: true,
  parameters: [],
  build: (path) => flatField(path, path),
};

/** The field itself, or what a query on a path inside it asks. */
export function flatField(root: string, path: string): MappedField {
  const keys = termSpec(root);
  const values = termSpec(root + VALUE_SUFFIX);
  const paths = termSpec(root + PATH_SUFFIX);
  const inside = path !== root;
  const target = inside ? paths : values;
  const prefix = inside ? `${path}=` : '';
  const term = (value: JsonValue): Uint8Array => utf8(prefix + scalarText(value));
  const bound = (value: JsonValue | undefined): Uint8Array | undefined =>
    value === undefined || value === null ? undefined : term(value);
  const refuseRoot = (): never => {
    throw new ApiError(
      'illegal_argument_exception',
      `Field [${path}] of type [flat_object] does not support doc_value in root field`,
    );
  };
  const field: MappedField = mappedField({
    name: path,
    typeName: 'flat_object',
    spec: inside ? paths : keys,
    inside: (below) => flatField(root, below),
    listed: { kind: 'indexed', field: target.name, prefix, mixed: !inside },
    readsStructures: true,
    searchable: true,
    aggregatable: false,
    // Inside, values are terms that are not read by document.
    ...(inside
      ? { values: { kind: 'term' } }
      : { sortField: refuseRoot, docValueFormat: refuseRoot }),
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
    wildcardQuery: (pattern, caseInsensitive) => {
      if (inside) return refusePattern('wildcard', field);
      return wildcardQuery(target.name, pattern, { caseInsensitive });
    },
    existsQuery: () =>
      inside ? constantScoreQuery(termQuery(root, utf8(path))) : existsQuery(root),
  });
  return field;
}

function termSpec(name: string): FieldSpec {
  return { name, postings: 'docs', norms: false, column: 'none', points: false };
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
      `[${target.root}] unexpected token [${typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER'}] in flat_object field value`,
    );
  }
  walk(value, { path: target.root, depth: 1 }, target);
}

function walk(
  value: JsonObject,
  at: { readonly path: string; readonly depth: number },
  target: FlatTarget,
): void {
  if (at.depth > MAX_DEPTH) {
    throw new ApiError(
      'illegal_argument_exception',
      `flat_object [${target.root}] is nested deeper than [${MAX_DEPTH}]`,
    );
  }
  for (const key of Object.keys(value)) {
    const path = `${at.path}.${key}`;
    visit(value[key] ?? null, { path, key, depth: at.depth + 1 }, target);
  }
}

function visit(
  value: JsonValue,
  at: { readonly path: string; readonly key: string; readonly depth: number },
  target: FlatTarget,
): void {
  if (value === null) return;
  if (isJsonArray(value)) {
    for (const item of value) visit(item, at, target);
    return;
  }
  add(target.keys, at.path, target.sink);
  const bare = `${target.root}.${at.key}`;
  if (bare !== at.path) add(target.keys, bare, target.sink);
  if (isJsonObject(value)) {
    walk(value, at, target);
    return;
  }
  const text = scalarText(value);
  add(target.values, text, target.sink);
  add(target.paths, `${at.path}=${text}`, target.sink);
}

function add(spec: FieldSpec, term: string, sink: FieldSink): void {
  const bytes = utf8(term);
  if (bytes.length <= MAX_TERM_BYTES) sink.add({ kind: 'term', spec, value: bytes });
}
