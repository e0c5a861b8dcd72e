/** `match`: the words of a text, near each other. */
import type { Analyzer } from '@skein/analysis';
import { utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import {
  anyOfIntervals,
  extendedIntervals,
  fixedFieldIntervals,
  type Intervals,
  noIntervals,
  termIntervals,
} from '@skein/search_library';
import { textPlaces } from '../../text/text_places.js';
import { searchAnalyzer } from '../match_options.js';
import { textOf, textOrNull } from '../options.js';
import { arrange } from './arrange.js';
import { withFilter } from './filter.js';
import { arrangementOf, checkRule, intervalField } from './options.js';
import type { RuleParser } from './rule_type.js';

const FIELDS = {
  query: 'string',
  max_gaps: 'number',
  ordered: 'boolean',
  mode: 'string',
  analyzer: 'string',
  filter: 'object',
  use_field: 'string',
} as const;

export const matchRule: RuleParser = (options, context) => {
  checkRule('match', options, { fields: FIELDS, context });
  if (options.query === undefined) {
    throw new ApiError('illegal_argument_exception', 'Required [query]');
  }
  const text = textOf(options.query);
  const arrangement = arrangementOf(options);
  const analyzerName = textOrNull(options.analyzer ?? null);
  const useField = textOrNull(options.use_field ?? null);
  return withFilter(
    (name, shard) => {
      const field = intervalField(useField ?? name, shard);
      const choice = { query: 'intervals', analyzer: analyzerName };
      const words = wordsOf(searchAnalyzer(shard, field, choice), text);
      const intervals = words.length === 0 ? noIntervals('no terms') : arrange(words, arrangement);
      return useField === undefined ? intervals : fixedFieldIntervals(intervals, field.spec.name);
    },
    { rule: 'match', options },
    context,
  );
};

/** One source a place; words that were left out before it belong to it. */
function wordsOf(analyzer: Analyzer, text: string): Intervals[] {
  let position = -1;
  return textPlaces(analyzer, text).map((place) => {
    const before = position < 0 ? place.position : place.position - position - 1;
    position = place.position;
    const terms = place.terms.map((term) => termIntervals(utf8(term), term));
    return extendedIntervals(anyOfIntervals(terms), before);
  });
}
