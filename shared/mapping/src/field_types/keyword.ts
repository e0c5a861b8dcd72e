/** `keyword`: one exact term per value, optionally normalized; sortable and aggregatable. */
import type { AnalyzedText, Normalizer } from '@skein/analysis';
import { utf8, utf8Length } from '@skein/bytes';
import type { JsonReader } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  describedQuery,
  eitherText,
  type FieldSpec,
  hiddenMarks,
  marksOf,
} from '@skein/search_library';
import { storeValue } from './field_names_spec.js';
import { fieldSpec } from './field_spec.js';
import type {
  FieldSink,
  FieldTypeContext,
  FieldTypeDefinition,
  MappedField,
} from './field_type.js';
import { mappedField } from './mapped_field.js';
import {
  boostFactor,
  docValuesFlag,
  flag,
  indexFlag,
  integer,
  meta,
  oneOf,
  storeFlag,
  text,
  textNullValue,
} from './parameter.js';
import type { ParameterValues } from './parameter_values.js';
import { termDisplay, termQueries } from './term_field.js';
import { fieldSimilarity, similarity } from './text_parameters.js';

/** Lucene's limit of a term. */
export const MAX_TERM_BYTES = 32_766;
const NO_LIMIT = 2_147_483_647;

export const normalizer = text('normalizer', 'default');

const PARAMETERS = [
  indexFlag,
  docValuesFlag,
  storeFlag,
  textNullValue,
  flag('eager_global_ordinals', false, { updatable: true }),
  integer('ignore_above', NO_LIMIT, { updatable: true }),
  oneOf('index_options', ['docs', 'freqs'], { fallback: 'docs' }),
  flag('norms', false, { mayChange: (from, to) => from === true && to === false }),
  similarity,
  normalizer,
  flag('split_queries_on_whitespace', false, { updatable: true }),
  boostFactor,
  meta,
];

export const keyword: FieldTypeDefinition = {
  name: 'keyword',
  derivable: true,
  runtime: true,
  parameters: PARAMETERS,
  build: (path, values, context) => {
    const field = buildTermField('keyword', path, values, context);
    const { rangeQuery } = field;
    return {
      ...field,
      likeWords: true,
      highlightedByPattern: true,
      collapses: true,
      listed: { kind: 'indexed', field: path, prefix: '' },
      ...(values.flag('split_queries_on_whitespace') ? splitting(field, context) : {}),
      rangeQuery: (bounds, query) => {
        const range = rangeQuery(bounds, query);
        if (field.spec.column === 'none' || field.spec.postings === 'none') return range;
        const constant = () => `ConstantScore(${range})`;
        const both = describedQuery(() => eitherText(String(range)), range, constant);
        const profileName = 'IndexOrDocValuesQuery';
        return { ...both, profileName, marks: (searcher) => hiddenMarks(marksOf(range, searcher)) };
      },
    };
  },
};

/** Splits a query's text into words, each normalized like values. */
function splitting(
  { normalizer }: MappedField,
  context: FieldTypeContext,
): Pick<MappedField, 'cutsQueries' | 'searchAnalyzer'> {
  const words = context.analyzer('whitespace');
  if (words === undefined || normalizer === undefined) {
    return { cutsQueries: true, searchAnalyzer: words };
  }
  const { name, positionIncrementGap, offsetGap } = words;
  const analyze = (text: string): AnalyzedText => {
    const analyzed = words.analyze(text);
    const tokens = analyzed.tokens.map((token) => ({
      ...token,
      term: normalizer.normalize(token.term),
    }));
    return { ...analyzed, tokens };
  };
  const normalize = (text: string) => normalizer.normalize(text);
  const searchAnalyzer = { name, positionIncrementGap, offsetGap, normalize, analyze };
  return { cutsQueries: true, searchAnalyzer };
}

/** Shared with `wildcard`, whose terms are laid out the same way. */
export function buildTermField(
  typeName: string,
  path: string,
  values: ParameterValues,
  context: FieldTypeContext,
): MappedField {
  const normalizer = normalizerOf(path, values.text('normalizer'), context);
  const normalize = normalizer ? (value: string) => normalizer.normalize(value) : AS_IT_IS;
  const ignoreAbove = values.number('ignore_above');
  const spec = fieldSpec(path, {
    postings: values.flag('index') ? postingsOf(values) : 'none',
    norms: values.flag('norms'),
    column: values.flag('doc_values') ? 'ordinal' : 'none',
  });
  const stored = values.flag('store');
  const write = (value: string, sink: FieldSink): void => {
    if (value.length > ignoreAbove) return;
    const normal = normalize(value);
    if (stored) storeValue(spec, normal, sink);
    if (spec.postings === 'none' && spec.column === 'none') return;
    if (isImmense(normal)) throw immenseTerm(path, utf8(normal));
    sink.add({ kind: 'term', spec, value: normal });
  };
  const field: MappedField = mappedField({
    name: path,
    typeName,
    spec,
    stored,
    boost: values.number('boost'),
    similarity: fieldSimilarity(values, context),
    normalizer,
    ignoreAbove,
    oneToken: true,
    readsText: true,
    nullValue: values.text('null_value'),
    ...termQueries({
      field: { name: path, spec, typeName },
      toTerm: normalize,
      boost: values.number('boost'),
    }),
    ...termDisplay({ name: path, spec, typeName }),
    index: (value, sink) => write(String(value), sink),
    indexAscii:
      stored || normalize !== AS_IT_IS
        ? undefined
        : (reader, sink) => addAscii(reader, { spec, ignoreAbove, sink, write }),
  });
  return field;
}

const AS_IT_IS = (value: string): string => value;

function addAscii(reader: JsonReader, { spec, ignoreAbove, sink, write }: AsciiKeyword): void {
  const { bytes, tokenStart, tokenEnd, hasEscapes } = reader;
  const start = tokenStart + 1;
  const end = tokenEnd - 1;
  /** The number of characters is known only after unescaping. */
  if (hasEscapes && end - start > ignoreAbove) write(reader.text(), sink);
  else if (end - start <= ignoreAbove && (spec.postings !== 'none' || spec.column !== 'none')) {
    sink.add({ kind: 'ascii_term', spec, bytes, start, end, escaped: hasEscapes });
  }
}

interface AsciiKeyword {
  readonly spec: FieldSpec;
  readonly ignoreAbove: number;
  readonly sink: FieldSink;
  readonly write: (value: string, sink: FieldSink) => void;
}

function isImmense(term: string): boolean {
  return term.length * 3 > MAX_TERM_BYTES && utf8Length(term) > MAX_TERM_BYTES;
}

function postingsOf(values: ParameterValues): 'docs' | 'freqs' {
  return values.text('index_options') === 'freqs' ? 'freqs' : 'docs';
}

function normalizerOf(
  path: string,
  name: string | undefined,
  context: FieldTypeContext,
): Normalizer | undefined {
  if (name === undefined || name === 'default') return undefined;
  const found = context.normalizer(name);
  if (found) return found;
  throw new ApiError(
    'mapper_parsing_exception',
    `normalizer [${name}] not found for field [${path.slice(path.lastIndexOf('.') + 1)}]`,
  );
}

export function immenseTerm(path: string, term: Uint8Array): ApiError {
  const start = `[${Array.from(term.subarray(0, 30), (byte) => (byte << 24) >> 24).join(', ')}]`;
  const original = `bytes can be at most ${MAX_TERM_BYTES} in length; got ${term.length}`;
  return new ApiError(
    'illegal_argument_exception',
    `Document contains at least one immense term in field="${path}" (whose UTF8 encoding is longer than the max length ${MAX_TERM_BYTES}), all of which were skipped.  Please correct the analyzer to not produce such terms.  The prefix of the first immense term is: '${start}...', original message: ${original}`,
    { cause: new ApiError('max_bytes_length_exceeded_exception', original) },
  );
}
