/**
 * Elasticsearch's `flattened`: a whole JSON object in one field, whose leaves are exact terms. Two
 * sets of terms: the values (`f`), and each value after its key and a zero byte (`f._keyed`), so
 * that a query on `f.a.b` needs one term, and its sorts and aggregations one range of a column.
 */
import { utf8 } from '@skein/bytes';
import { isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import {
  constantScoreQuery,
  type FieldSpec,
  fuzzyQuery,
  prefixQuery,
  type Query,
  regexpQuery,
  termQuery,
  termRangeQuery,
  termsQuery,
  wildcardQuery,
} from '@skein/search_library';
import { fieldSpec } from './field_spec.js';
import type {
  FieldSink,
  FieldTypeContext,
  FieldTypeDefinition,
  MappedField,
} from './field_type.js';
import { MAX_TERM_BYTES } from './keyword.js';
import { mappedField, requireIndexed, scalarText } from './mapped_field.js';
import { literalExpression, visitLeaves } from './object_leaves.js';
import { docValuesFlag, flag, indexFlag, integer, meta, nullValue, oneOf } from './parameter.js';
import type { ParameterValues } from './parameter_values.js';
import { escapeWildcards, termDisplay, termQueries } from './term_field.js';
import { fieldSimilarity, postingsDetail, similarity } from './text_parameters.js';

const TYPE = 'flattened';
const KEYED_SUFFIX = '._keyed';
const SEPARATOR = '\0';
const BEHIND_SEPARATOR = '\u0001';
const MAX_DEPTH = 20;
const NO_LIMIT = 2_147_483_647;

export const flattened: FieldTypeDefinition = {
  name: TYPE,
  parameters: [
    indexFlag,
    docValuesFlag,
    { ...integer('depth_limit', MAX_DEPTH, { updatable: true }) },
    nullValue,
    flag('eager_global_ordinals', false, { updatable: true }),
    integer('ignore_above', NO_LIMIT, { updatable: true }),
    oneOf('index_options', ['docs', 'freqs'], { fallback: 'docs' }),
    similarity,
    meta,
  ],
  build: rootField,
};

interface Shared {
  readonly root: MappedField;
  readonly keyed: FieldSpec;
}

function rootField(path: string, values: ParameterValues, context: FieldTypeContext): MappedField {
  const spec = specOf(path, values);
  const keyed = specOf(path + KEYED_SUFFIX, values);
  const own = { name: path, spec, typeName: TYPE };
  const target = { path, spec, keyed, ...limitsOf(path, values) };
  const root: MappedField = mappedField({
    ...own,
    values: { kind: 'term' },
    similarity: fieldSimilarity(values, context),
    collapses: true,
    ignoreAbove: target.ignoreAbove,
    readsStructures: true,
    nullValue: values.text('null_value'),
    inside: (below) => keyField(below, { root, keyed }),
    listed: { kind: 'indexed', field: path, prefix: '', mixed: true },
    ...termQueries({ field: own, toTerm: (text) => text }),
    ...termDisplay(own),
    index: (value, sink) => indexObject(value, { ...target, sink }),
    shownValues: (value) => [value],
  });
  return root;
}

function limitsOf(path: string, values: ParameterValues) {
  const depthLimit = values.number('depth_limit');
  if (depthLimit < 0) {
    throw new ApiError(
      'illegal_argument_exception',
      `[depth_limit] must be positive, got [${depthLimit}] for field [${path}]`,
    );
  }
  return {
    depthLimit,
    ignoreAbove: values.number('ignore_above'),
    nullText: values.text('null_value'),
  };
}

function specOf(name: string, values: ParameterValues): FieldSpec {
  return fieldSpec(name, {
    postings: values.flag('index') ? postingsDetail(values) : 'none',
    column: values.flag('doc_values') ? 'ordinal' : 'none',
  });
}

/** The field for a key; `name` includes the field's name. */
function keyField(name: string, { root, keyed }: Shared): MappedField {
  const key = name.slice(root.name.length + 1) + SEPARATOR;
  const term = (value: JsonValue): Uint8Array => utf8(key + scalarText(value));
  const bound = (value: JsonValue | undefined): Uint8Array | undefined =>
    value === undefined || value === null ? undefined : term(value);
  const hasColumn = keyed.column !== 'none';
  const uninverting = { prefix: key, of: undefined };
  const asked = <A extends unknown[]>(make: (...args: A) => Query) => {
    return (...args: A): Query => {
      requireIndexed(keyed);
      return make(...args);
    };
  };
  return mappedField({
    name,
    typeName: TYPE,
    spec: keyed,
    similarity: root.similarity,
    collapses: false,
    ignoreAbove: root.ignoreAbove,
    nullValue: root.nullValue,
    index: () => undefined,
    listed: { kind: 'indexed', field: keyed.name, prefix: key },
    values: hasColumn ? { kind: 'term', uninverting } : { kind: 'none' },
    ...(hasColumn
      ? termDisplay({ name: keyed.name, spec: keyed, typeName: TYPE }, { uninverting })
      : {}),
    termQuery: asked((value, _context, insensitive = false) =>
      insensitive
        ? wildcardQuery(keyed.name, escapeWildcards(key + scalarText(value)), {
            caseInsensitive: true,
          })
        : termQuery(keyed.name, term(value)),
    ),
    termsQuery: asked((wanted) => termsQuery(keyed.name, wanted.map(term))),
    prefixQuery: asked((start, caseInsensitive) =>
      prefixQuery(keyed.name, term(start), { caseInsensitive }),
    ),
    rangeQuery: asked(({ lower, upper, includeLower, includeUpper }) =>
      termRangeQuery(keyed.name, {
        lower: bound(lower) ?? utf8(key),
        upper: bound(upper) ?? utf8(key.slice(0, -1) + BEHIND_SEPARATOR),
        includeLower: bound(lower) === undefined || includeLower,
        includeUpper: bound(upper) !== undefined && includeUpper,
      }),
    ),
    wildcardQuery: asked((pattern, caseInsensitive) =>
      wildcardQuery(keyed.name, escapeWildcards(key) + pattern, { caseInsensitive }),
    ),
    regexpQuery: asked((expression, options) =>
      regexpQuery(keyed.name, `${literalExpression(key)}(${expression})`, options),
    ),
    fuzzyQuery: asked((value, options) =>
      fuzzyQuery(keyed.name, key + scalarText(value), {
        ...options,
        prefixLength: [...key].length + options.prefixLength,
      }),
    ),
    existsQuery: asked(() => constantScoreQuery(prefixQuery(keyed.name, utf8(key), {}))),
  });
}

interface Target {
  readonly path: string;
  readonly spec: FieldSpec;
  readonly keyed: FieldSpec;
  readonly depthLimit: number;
  readonly ignoreAbove: number;
  readonly nullText: string | undefined;
  readonly sink: FieldSink;
}

function indexObject(value: JsonValue, target: Target): void {
  if (isJsonArray(value)) {
    for (const item of value) indexObject(item, target);
    return;
  }
  if (value === null) return;
  if (!isJsonObject(value)) {
    throw new ApiError(
      'parsing_exception',
      `Failed to parse object: expecting token of type [START_OBJECT] but found [${typeof value === 'string' ? 'VALUE_STRING' : typeof value === 'boolean' ? 'VALUE_BOOLEAN' : 'VALUE_NUMBER'}]`,
    );
  }
  const { path, depthLimit, nullText } = target;
  visitLeaves(value, {
    depthLimit,
    tooDeep: () =>
      illegalArgument(
        `The provided [flattened] field [${path}] exceeds the maximum depth limit of [${depthLimit}].`,
      ),
    leaf: (key, leaf) => {
      const text = leaf === null ? nullText : scalarText(leaf);
      if (text !== undefined) addLeaf(key, text, target);
    },
  });
}

function addLeaf(key: string, text: string, target: Target): void {
  const { path, spec, keyed, ignoreAbove, sink } = target;
  if (key.includes(SEPARATOR)) {
    throw illegalArgument(
      `Keys in [flattened] fields cannot contain the reserved character \\0. Offending key: [${key}].`,
    );
  }
  if (text.length > ignoreAbove) return;
  if (spec.postings === 'none' && spec.column === 'none') return;
  const bytes = utf8(key + SEPARATOR + text);
  if (bytes.length > MAX_TERM_BYTES) {
    const start = key.slice(0, 50);
    throw illegalArgument(
      `Flattened field [${path}] contains one immense field whose keyed encoding is longer than the allowed max length of ${MAX_TERM_BYTES} bytes. Key length: ${utf8(key).length}, value length: ${utf8(text).length} for key starting with [${start}]`,
    );
  }
  sink.add({ kind: 'term', spec, value: utf8(text) });
  sink.add({ kind: 'term', spec: keyed, value: bytes });
}
