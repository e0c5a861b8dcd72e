/**
 * `prefix`, `wildcard`, `regexp` and `fuzzy`: any of the terms that a pattern matches, up to a
 * limit.
 */

import { utf8 } from '@skein/bytes';
import type { JsonObject } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import {
  fixedFieldIntervals,
  type Intervals,
  isMultiTerm,
  patternIntervals,
  prefixQuery,
  type Query,
  type RegexpFlags,
  termIntervals,
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
import { DEFAULT_MAX_DETERMINIZED_STATES, namedFlags, regexpFieldQuery } from '../regexp.js';
import { building, checkRule, intervalField } from './options.js';
import { NO_RULES, type RuleBinding, type RuleType } from './rule_type.js';

/** The maximum number of terms that a pattern may match, if the rule has no number above 0. */
const MAX_EXPANSIONS = 128;

interface Pattern {
  readonly text: string;
  readonly analyzer: string | undefined;
  readonly useField: string | undefined;
  readonly maxExpansions: number;
}

function patternOf(options: JsonObject, name: string): Pattern {
  const text = options[name];
  if (text === undefined) throw illegalArgument(`Required [${name}]`);
  const maxExpansions = integerOf(options.max_expansions ?? 0);
  return {
    text: textOf(text),
    analyzer: textOrNull(options.analyzer ?? null),
    useField: textOrNull(options.use_field ?? null),
    maxExpansions: maxExpansions > 0 ? maxExpansions : MAX_EXPANSIONS,
  };
}

/** The terms of a pattern in its field, as intervals. */
function intervalsOfPattern(
  pattern: Pattern,
  { field: name, shard }: RuleBinding,
  build: (text: string, field: MappedField) => Query | Intervals,
): Intervals {
  const { useField, analyzer, maxExpansions } = pattern;
  checkExpansions(maxExpansions, shard.maxClauseCount);
  const field = intervalField(useField ?? name, shard);
  const chosen = searchAnalyzer(shard, field, { query: 'intervals', analyzer });
  const built = build(normalizedText(chosen, pattern.text), field);
  const intervals = 'minExtent' in built ? built : intervalsOf(built, maxExpansions);
  return useField === undefined ? intervals : fixedFieldIntervals(intervals, field.spec.name);
}

function checkExpansions(maxExpansions: number, most: number): void {
  if (maxExpansions <= most) return;
  throw illegalArgument(
    `maxExpansions [${maxExpansions}] cannot be greater than BooleanQuery.getMaxClauseCount [${most}]`,
  );
}

function intervalsOf(query: Query, maxExpansions: number): Intervals {
  if (isMultiTerm(query)) return patternIntervals(query, maxExpansions);
  throw illegalArgument(`Cannot create intervals from [${query}]`);
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
      field.beginnings?.hasPositions === true
        ? indexedBeginning(field, text)
        : field.prefixQuery(text, false, binding.shard),
    ),
};

/**
 * The prefix in a field that indexes prefixes, or its terms if the prefix is not one of them. The
 * words of the prefix are those of another field: highlighters mark none.
 */
function indexedBeginning({ spec: { name }, beginnings }: MappedField, text: string) {
  if (beginnings?.holds(text) !== true) return prefixQuery(name, utf8(text));
  return fixedFieldIntervals(termIntervals(utf8(text), text), beginnings.field);
}

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
  readonly flags: RegexpFlags;
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
      flags: 'string',
    } as const;
    checkRule('regexp', options, { fields, context });
    const { case_insensitive: caseInsensitive = false, flags = 'ALL' } = options;
    return {
      ...patternOf(options, 'pattern'),
      caseInsensitive: booleanOf(caseInsensitive),
      flags: building('regexp', () => namedFlags(textOf(flags))),
    };
  },
  ...NO_RULES,
  bind: (pattern, binding) =>
    intervalsOfPattern(pattern, binding, (expression, field) => {
      const { caseInsensitive, flags } = pattern;
      const maxDeterminizedStates = DEFAULT_MAX_DETERMINIZED_STATES;
      const text = { expression, flags, caseInsensitive, maxDeterminizedStates };
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
      if (prefixLength < 0) throw illegalArgument('prefixLength cannot be negative.');
      const maxEdits = editsOf(fuzziness, text);
      return field.fuzzyQuery(text, { maxEdits, prefixLength, transpositions }, binding.shard);
    }),
};
