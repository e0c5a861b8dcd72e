/**
 * `prefix`, `wildcard`, `regexp` and `fuzzy`: any of the terms that a pattern matches, up to a
 * limit.
 */

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
import {
  AUTO_FUZZINESS,
  editsOf,
  type Fuzziness,
  fuzzinessOf,
  givenFuzziness,
} from '../fuzziness.js';
import { searchAnalyzer } from '../match_options.js';
import { booleanOf, integerOf, textOf, textOrNull } from '../options.js';
import { ALL_REGEXP_FLAGS, DEFAULT_MAX_DETERMINIZED_STATES, regexpFieldQuery } from '../regexp.js';
import { checkRule, intervalField } from './options.js';
import { NO_RULES, type RuleBinding, type RuleType } from './rule_type.js';

/** The maximum number of terms a pattern may match. */
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

/** The terms of a pattern in its field, as intervals. */
function intervalsOfPattern<P extends Pattern>(
  pattern: P,
  { field: name, shard }: RuleBinding,
  build: (text: string, field: MappedField) => Query,
): Intervals {
  const { useField, analyzer, maxExpansions } = pattern;
  const field = intervalField(useField ?? name, shard);
  const chosen = searchAnalyzer(shard, field, { query: 'intervals', analyzer });
  const query = build(normalizedText(chosen, pattern.text), field);
  const intervals = intervalsOf(query, maxExpansions);
  return useField === undefined ? intervals : fixedFieldIntervals(intervals, field.spec.name);
}

function intervalsOf(query: Query, maxExpansions: number): Intervals {
  if (isMultiTerm(query)) return patternIntervals(query, maxExpansions);
  throw new ApiError('illegal_argument_exception', `Cannot create intervals from [${query}]`);
}

export const prefix: RuleType<Pattern> = {
  name: 'prefix',
  isFiltered: false,
  parse(options, context) {
    const fields = { prefix: 'string', analyzer: 'string', use_field: 'string' } as const;
    checkRule('prefix', options, { fields, context });
    return patternOf(options, 'prefix');
  },
  ...NO_RULES,
  bind: (pattern, binding) =>
    intervalsOfPattern(pattern, binding, (text, field) =>
      field.prefixQuery(text, false, binding.shard),
    ),
};

export const wildcard: RuleType<Pattern> = {
  name: 'wildcard',
  isFiltered: false,
  parse(options, context) {
    const fields = {
      pattern: 'string',
      analyzer: 'string',
      use_field: 'string',
      max_expansions: 'number',
    } as const;
    checkRule('wildcard', options, { fields, context });
    return patternOf(options, 'pattern');
  },
  ...NO_RULES,
  bind: (pattern, binding) =>
    intervalsOfPattern(pattern, binding, (text, field) =>
      field.wildcardQuery(text, false, binding.shard),
    ),
};

interface Expression extends Pattern {
  readonly caseInsensitive: boolean;
}

export const regexp: RuleType<Expression> = {
  name: 'regexp',
  isFiltered: false,
  parse(options, context) {
    const fields = {
      pattern: 'string',
      use_field: 'string',
      max_expansions: 'number',
      case_insensitive: 'boolean',
    } as const;
    checkRule('regexp', options, { fields, context });
    const caseInsensitive = booleanOf(options.case_insensitive ?? false);
    return { ...patternOf(options, 'pattern'), caseInsensitive };
  },
  ...NO_RULES,
  bind: (pattern, binding) =>
    intervalsOfPattern(pattern, binding, (expression, field) => {
      const { caseInsensitive } = pattern;
      const maxDeterminizedStates = DEFAULT_MAX_DETERMINIZED_STATES;
      const text = { expression, flags: ALL_REGEXP_FLAGS, caseInsensitive, maxDeterminizedStates };
      return regexpFieldQuery(field, text, binding.shard);
    }),
};

interface Misspelled extends Pattern {
  readonly fuzziness: Fuzziness;
  readonly prefixLength: number;
  readonly transpositions: boolean;
}

export const fuzzy: RuleType<Misspelled> = {
  name: 'fuzzy',
  isFiltered: false,
  parse(options, context) {
    const fields = {
      term: 'string',
      prefix_length: 'number',
      transpositions: 'boolean',
      fuzziness: ['value', givenFuzziness],
      analyzer: 'string',
      use_field: 'string',
    } as const;
    checkRule('fuzzy', options, { fields, context });
    return {
      ...patternOf(options, 'term'),
      fuzziness: fuzzinessOf(options.fuzziness ?? null) ?? AUTO_FUZZINESS,
      prefixLength: integerOf(options.prefix_length ?? 0),
      transpositions: booleanOf(options.transpositions ?? true),
    };
  },
  ...NO_RULES,
  bind: (pattern, binding) =>
    intervalsOfPattern(pattern, binding, (text, field) => {
      const { fuzziness, prefixLength, transpositions } = pattern;
      const maxEdits = editsOf(fuzziness, text);
      return field.fuzzyQuery(text, { maxEdits, prefixLength, transpositions }, binding.shard);
    }),
};
