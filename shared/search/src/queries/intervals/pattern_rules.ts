/** `prefix`, `wildcard`, `regexp` and `fuzzy`: any of the terms that a pattern stands for, of which there may not be too many. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import {
  fixedFieldIntervals,
  type Intervals,
  isMultiTerm,
  patternIntervals,
  type Query,
} from '@skein/search_library';
import { normalizedText } from '../../text/normalized_text.js';
import { AUTO_FUZZINESS, fuzzinessOf } from '../fuzziness.js';
import { searchAnalyzer } from '../match_options.js';
import { booleanOf, integerOf, textOf, textOrNull } from '../options.js';
import type { QueryShardContext } from '../query_shard_context.js';
import { ALL_REGEXP_FLAGS, DEFAULT_MAX_DETERMINIZED_STATES, regexpFieldQuery } from '../regexp.js';
import { checkRule, intervalField } from './options.js';
import type { BindIntervals, RuleParser } from './rule_type.js';

/** Most terms a pattern may stand for. */
const MAX_EXPANSIONS = 128;

interface Pattern {
  readonly text: string;
  readonly analyzer: string | undefined;
  readonly useField: string | undefined;
  readonly maxExpansions: number;
}

function patternOf(options: JsonObject, name: string): Pattern {
  const text = options[name];
  if (text === undefined) {
    throw new ApiError('illegal_argument_exception', `Required [${name}]`);
  }
  const { max_expansions: maxExpansions = MAX_EXPANSIONS } = options;
  return {
    text: textOf(text),
    analyzer: textOrNull(options.analyzer ?? null),
    useField: textOrNull(options.use_field ?? null),
    maxExpansions: integerOf(maxExpansions),
  };
}

type BuildQuery = (text: string, field: MappedField, shard: QueryShardContext) => Query;

function bindPattern(pattern: Pattern, build: BuildQuery): BindIntervals {
  const { useField, analyzer, maxExpansions } = pattern;
  return (name, shard) => {
    const field = intervalField(useField ?? name, shard);
    const chosen = searchAnalyzer(shard, field, { query: 'intervals', analyzer });
    const query = build(normalizedText(shard.analysis, chosen, pattern.text), field, shard);
    const intervals = intervalsOf(query, maxExpansions);
    return useField === undefined ? intervals : fixedFieldIntervals(intervals, field.spec.name);
  };
}

function intervalsOf(query: Query, maxExpansions: number): Intervals {
  if (isMultiTerm(query)) return patternIntervals(query, maxExpansions);
  throw new ApiError('illegal_argument_exception', `Cannot create intervals from [${query}]`);
}

export const prefixRule: RuleParser = (options, context) => {
  const fields = { prefix: 'string', analyzer: 'string', use_field: 'string' } as const;
  checkRule('prefix', options, { fields, context });
  return bindPattern(patternOf(options, 'prefix'), (text, field, shard) =>
    field.prefixQuery(text, false, shard),
  );
};

export const wildcardRule: RuleParser = (options, context) => {
  const fields = {
    pattern: 'string',
    analyzer: 'string',
    use_field: 'string',
    max_expansions: 'number',
  } as const;
  checkRule('wildcard', options, { fields, context });
  return bindPattern(patternOf(options, 'pattern'), (text, field, shard) =>
    field.wildcardQuery(text, false, shard),
  );
};

export const regexpRule: RuleParser = (options, context) => {
  const fields = {
    pattern: 'string',
    use_field: 'string',
    max_expansions: 'number',
    case_insensitive: 'boolean',
  } as const;
  checkRule('regexp', options, { fields, context });
  const caseInsensitive = booleanOf(options.case_insensitive ?? false);
  return bindPattern(patternOf(options, 'pattern'), (expression, field, shard) =>
    regexpFieldQuery(
      field,
      {
        expression,
        flags: ALL_REGEXP_FLAGS,
        caseInsensitive,
        maxDeterminizedStates: DEFAULT_MAX_DETERMINIZED_STATES,
      },
      shard,
    ),
  );
};

export const fuzzyRule: RuleParser = (options, context) => {
  const fields = {
    term: 'string',
    prefix_length: 'number',
    transpositions: 'boolean',
    fuzziness: 'value',
    analyzer: 'string',
    use_field: 'string',
  } as const;
  checkRule('fuzzy', options, { fields, context });
  const fuzziness = fuzzinessOf(options.fuzziness ?? null) ?? AUTO_FUZZINESS;
  const prefixLength = integerOf(options.prefix_length ?? 0);
  const transpositions = booleanOf(options.transpositions ?? true);
  return bindPattern(patternOf(options, 'term'), (text, field, shard) =>
    field.fuzzyQuery(
      text,
      { maxEdits: fuzziness.edits(text), prefixLength, transpositions },
      shard,
    ),
  );
};
