/** `match`: the words of a text, close to each other. */
import type { Token } from '@skein/analysis';
import { utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import {
  anyOfIntervals,
  extendedIntervals,
  fixedFieldIntervals,
  type Intervals,
  noIntervals,
  phraseOfIntervals,
  termIntervals,
} from '@skein/search_library';
import { analyzedText } from '../../text/query_text.js';
import { type GraphPiece, type GraphWord, textGraph } from '../../text/text_graph.js';
import { placesOfTokens } from '../../text/text_places.js';
import { searchAnalyzer } from '../match_options.js';
import { textOf, textOrNull } from '../options.js';
import { arrange } from './arrange.js';
import { type Arrangement, arrangementOf, checkRule, intervalField } from './options.js';
import { NO_RULES, type RuleType } from './rule_type.js';

const FIELDS = {
  query: 'string',
  max_gaps: 'number',
  ordered: 'boolean',
  mode: 'string',
  analyzer: 'string',
  filter: 'object',
  use_field: 'string',
} as const;

interface Words {
  readonly text: string;
  readonly arrangement: Arrangement;
  readonly analyzer: string | undefined;
  readonly useField: string | undefined;
}

export const match: RuleType<Words> = {
  name: 'match',
  isFiltered: true,
  parse(options, context) {
    checkRule('match', options, { fields: FIELDS, context });
    if (options.query === undefined) {
      throw new ApiError('illegal_argument_exception', 'Required [query]');
    }
    return {
      text: textOf(options.query),
      arrangement: arrangementOf('match', options),
      analyzer: textOrNull(options.analyzer ?? null),
      useField: textOrNull(options.use_field ?? null),
    };
  },
  ...NO_RULES,
  bind({ text, arrangement, analyzer, useField }, { field: name, shard }) {
    const field = intervalField(useField ?? name, shard);
    const choice = { query: 'intervals', analyzer };
    const { tokens } = analyzedText(searchAnalyzer(shard, field, choice), text);
    const graph = textGraph(tokens, shard.maxClauseCount);
    const words = graph ? graph.flatMap(piecesOf) : wordsOf(tokens);
    const intervals =
      words.length === 0
        ? noIntervals('no terms')
        : arrange(words, arrangement, shard.maxClauseCount);
    return useField === undefined ? intervals : fixedFieldIntervals(intervals, field.spec.name);
  },
};

/** Returns one source per position; words removed before it extend it. */
function wordsOf(tokens: readonly Token[]): Intervals[] {
  let position = -1;
  return placesOfTokens(tokens).map((place) => {
    const before = position < 0 ? place.position : place.position - position - 1;
    position = place.position;
    const terms = place.terms.map((term) => termIntervals(utf8(term), term));
    return extendedIntervals(anyOfIntervals(terms), before);
  });
}

/**
 * If there is a single path, its words count as words between the pieces; if there are several,
 * each is a phrase.
 */
function piecesOf({ ways }: GraphPiece): Intervals[] {
  const [only] = ways;
  if (ways.length === 1 && only) return wordsOfWay(only);
  return [anyOfIntervals(ways.map((way) => phraseOfIntervals(wordsOfWay(way))))];
}

function wordsOfWay(way: readonly GraphWord[]): Intervals[] {
  return way.map(({ term, increment }) =>
    extendedIntervals(termIntervals(utf8(term), term), Math.max(0, increment - 1)),
  );
}
