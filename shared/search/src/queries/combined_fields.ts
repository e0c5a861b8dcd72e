/**
 * `combined_fields` of Elasticsearch: one text searched in several text fields as if they were one,
 * each with its weight.
 */
import type { Analyzer } from '@skein/analysis';
import { isJsonArray, type JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { combinedWordsQuery } from '../text/combined_words.js';
import {
  type BoostedField,
  type BoostedName,
  boostedName,
  resolveFields,
} from '../text/field_list.js';
import type { Operator, ZeroTerms } from '../text/text_query.js';
import { readOptions } from './header.js';
import {
  matchValue,
  searchAnalyzer,
  synonymsReader,
  unmappedFieldQuery,
  wordReaders,
  zeroTermsReader,
} from './match_options.js';
import { textOf, textsOf } from './options.js';
import { parsingError } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { LEAF, LIGHT, type QueryType } from './query_type.js';

const NAME = 'combined_fields';

interface Params {
  readonly text: string;
  readonly names: readonly BoostedName[];
  readonly operator: Operator;
  readonly minimumShouldMatch: string | undefined;
  readonly zeroTerms: ZeroTerms;
  readonly phrasesOfSynonyms: boolean;
}

type Draft = { -readonly [K in keyof Params]: Params[K] } & { value?: JsonValue };

export const combined_fields: QueryType<Params> = {
  name: NAME,
  parse(body, context) {
    const draft: Draft = {
      text: '',
      names: [],
      operator: 'or',
      minimumShouldMatch: undefined,
      zeroTerms: 'none',
      phrasesOfSynonyms: true,
    };
    const header = readOptions(
      { query: NAME, options: body, context },
      {
        query: (json) => {
          draft.value = matchValue(NAME, json, context);
        },
        fields: {
          array: (json) => {
            draft.names = textsOf(isJsonArray(json) ? json : [json], context.locate).map(
              boostedName,
            );
          },
        },
        ...wordReaders(draft),
        ...zeroTermsReader(draft, context),
        ...synonymsReader(draft),
      },
    );
    const { value, ...params } = draft;
    if (value === undefined || value === null) {
      throw parsingError(context, `[${NAME}] requires a [query]`, body);
    }
    if (params.names.length === 0) {
      throw parsingError(context, `In [${NAME}] query, at least one field must be provided`, body);
    }
    return { ...header, params: { ...params, text: textOf(value) } };
  },
  ...LEAF,
  needs: () => LIGHT,
  bind(params, context) {
    const fields = textFields(params.names, context);
    const [first] = fields;
    if (first === undefined) return unmappedFieldQuery();
    checkFields(fields, first);
    const analyzer = commonAnalyzer(fields, context);
    return combinedWordsQuery({ fields, analyzer, context }, params.text, params);
  },
};

/** Patterns select only text fields. */
function textFields(
  names: readonly BoostedName[],
  context: QueryShardContext,
): readonly BoostedField[] {
  const named = new Set(names.filter(({ name }) => !name.includes('*')).map(({ name }) => name));
  return resolveFields(names, context).filter(({ field }) => field.isText || named.has(field.name));
}

function checkFields(fields: readonly BoostedField[], first: BoostedField): void {
  for (const { field, boost } of fields) {
    if (!field.isText || field.spec.postings === 'none') {
      throw illegalArgument(
        `Field [${field.name}] of type [${field.typeName}] does not support [${NAME}] queries`,
      );
    }
    if (!(boost >= 1)) throw illegalArgument(`[${NAME}] requires field boosts to be >= 1.0`);
    if (field.similarity !== first.field.similarity) {
      throw illegalArgument(`[${NAME}] queries cannot be used with per-field similarities`);
    }
    if (field.spec.norms !== first.field.spec.norms) {
      throw illegalArgument(
        'CombinedFieldQuery requires norms to be consistent across fields: some fields cannot have norms enabled, while others have norms disabled',
      );
    }
  }
}

function commonAnalyzer(fields: readonly BoostedField[], context: QueryShardContext): Analyzer {
  const choice = { query: NAME, analyzer: undefined };
  const [analyzer, ...others] = new Set(
    fields.map(({ field }) => searchAnalyzer(context, field, choice)),
  );
  if (analyzer !== undefined && others.length === 0) return analyzer;
  throw illegalArgument(`All fields in [${NAME}] query must have the same search analyzer`);
}
