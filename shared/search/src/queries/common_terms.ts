/**
 * `common`: a query on words in which frequent words only add to the score of documents that
 * contain the rare ones.
 */
import { utf8 } from '@skein/bytes';
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import { commonTermsQuery, type Query, termQuery } from '@skein/search_library';
import { analyzedText } from '../text/query_text.js';
import { minimumOf, type Operator } from '../text/text_query.js';
import { fieldNameMissing, readFieldQuery, requireFieldName } from './field_query.js';
import { BLIND, type Manners, readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import { operatorOf } from './match_options.js';
import { floatOf, textOf, tokenName } from './options.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import { namedAnalyzer, type QueryShardContext } from './query_shard_context.js';
import { LEAF, LIGHT, type QueryType } from './query_type.js';

const DEFAULT_CUTOFF = Math.fround(0.01);
/** Arrays are skipped, objects are refused. */
const MANNERS: Manners = { ...BLIND, object: 'unsupported' };

export const common: QueryType<Params> = {
  name: 'common',
  parse(body, context) {
    const shape = { query: 'common', valueOption: 'query', missing: fieldNameMissing };
    const { field, options, trailing } = readFieldQuery(shape, body, context);
    const params = defaults(field);
    const source = { query: 'common', options, context, trailing, manners: MANNERS };
    const header = readOptions(source, { ...wordReaders(params), ...halfReaders(params, context) });
    requireFieldName(field, fieldNameMissing);
    const { text } = params;
    if (text === undefined) {
      throw new ApiError('illegal_argument_exception', 'text cannot be null');
    }
    return { ...header, params: { ...params, text } };
  },
  ...LEAF,
  needs: () => LIGHT,
  bind,
};

interface Params {
  readonly field: string;
  readonly text: string;
  readonly analyzer: string | undefined;
  readonly cutoff: number;
  readonly lowOperator: Operator;
  readonly highOperator: Operator;
  readonly lowMinimum: string | undefined;
  readonly highMinimum: string | undefined;
}

type ParamsDraft = Draft<Params, 'text'>;

function defaults(field: string): ParamsDraft {
  return {
    field,
    text: undefined,
    analyzer: undefined,
    cutoff: DEFAULT_CUTOFF,
    lowOperator: 'or',
    highOperator: 'or',
    lowMinimum: undefined,
    highMinimum: undefined,
  };
}

function wordReaders(params: ParamsDraft) {
  return {
    query: intoDraft(params, 'text', textOf),
    analyzer: intoDraft(params, 'analyzer', textOf),
    cutoff_frequency: intoDraft(params, 'cutoff', floatOf),
    // An option from releases that still combined word scores in other ways; it has no effect.
    disable_coord: () => {},
  };
}

function halfReaders(params: ParamsDraft, context: QueryParseContext) {
  return {
    low_freq_operator: intoDraft(params, 'lowOperator', operatorOf),
    high_freq_operator: intoDraft(params, 'highOperator', operatorOf),
    minimum_should_match: {
      value: intoDraft(params, 'lowMinimum', textOf),
      object: (json: JsonObject) => readMinimums(json, params, context),
    },
  };
}

function readMinimums(json: JsonObject, params: ParamsDraft, context: QueryParseContext): void {
  for (const [key, value = null] of Object.entries(json)) {
    if (value === null || typeof value === 'object') {
      const reason = `[common] unexpected token type [${tokenName(value)}] after [${key}]`;
      throw parsingError(context, reason, value);
    }
    if (key === 'low_freq') params.lowMinimum = textOf(value);
    else if (key === 'high_freq') params.highMinimum = textOf(value);
    else {
      const reason = `[common] query does not support [${key}] for [minimum_should_match]`;
      throw parsingError(context, reason, json);
    }
  }
}

/** The text of a field that is not analyzed is a single word. */
function wordsOf(
  { text, analyzer }: Params,
  field: MappedField | undefined,
  context: QueryShardContext,
): readonly string[] {
  if (analyzer === undefined && field !== undefined && !field.cutsQueries) {
    return [field.normalizer ? field.normalizer.normalize(text) : text];
  }
  const chosen =
    analyzer === undefined
      ? (field?.searchAnalyzer ?? context.analysis.defaultSearchAnalyzer)
      : namedAnalyzer(context, common.name, analyzer);
  return analyzedText(chosen, text).tokens.map(({ term }) => term);
}

/** The words are searched as the analyzer returns them, whatever the field's type. */
function bind(params: Params, context: QueryShardContext): Query {
  const field = context.mapping.field(params.field);
  const name = field?.spec.name ?? params.field;
  return commonTermsQuery(
    wordsOf(params, field, context).map((word) => termQuery(name, utf8(word))),
    {
      cutoff: params.cutoff,
      low: { operator: params.lowOperator, minimum: minimumOf(params.lowMinimum) },
      high: { operator: params.highOperator, minimum: minimumOf(params.highMinimum) },
    },
  );
}
