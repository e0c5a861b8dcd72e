/**
 * `fvh`: makes fragments around the words and phrases in the document's term vector, as Lucene's
 * FastVectorHighlighter does. Nothing is analysed again.
 */
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import type { FetchHit } from '../../fetch/fetch_part.js';
import { highlightedValues } from '../../fetch/highlighted_values.js';
import type { Highlighter, HighlightTarget } from '../contract.js';
import { checkMaxAnalyzerOffset } from '../limits.js';
import { tagsOf } from '../tags.js';
import { edgesOf } from './edges.js';
import { flatQuery } from './flat_query.js';
import { type FragmentPlace, fragmentPlaces, wholeText, withinValues } from './fragment_places.js';
import { FragmentTexts } from './fragment_texts.js';
import { PhraseMap } from './phrase_map.js';
import { type FoundPhrase, findPhrases, mergePhrases } from './phrases.js';
import { placedTerms } from './placed_terms.js';

export const fvh: Highlighter = {
  name: 'fvh',
  takes: keepsPlaces,
  open(target) {
    const { field, options, marks, searcher, shard } = target;
    const { requireFieldMatch } = options;
    const wanted = new PhraseMap(
      flatQuery(marks, { searcher, requireFieldMatch }),
      requireFieldMatch,
    );
    const edges = edgesOf(options);
    // Nothing is analysed, so the limit of the index does not matter.
    checkMaxAnalyzerOffset(options);
    tagsOf(options);
    return (hit) => {
      if (!keepsPlaces(field)) throw unfit(field);
      const places = placesOf(phrasesIn(hit, wanted, target), target);
      const values = highlightedValues(hit, field, { forceSource: options.forceSource, shard });
      if (values.length === 0) return undefined;
      const shown = chosen(places, values, target);
      const texts = new FragmentTexts(values, edges, options);
      return shown.length === 0 ? undefined : shown.map((place) => texts.textOf(place));
    };
  },
};

function keepsPlaces({ spec: { termVector } }: MappedField): boolean {
  return termVector?.positions === true && termVector.offsets;
}

function unfit({ name }: MappedField): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `the field [${name}] should be indexed with term vector with position offsets to be used with fast vector highlighter`,
  );
}

/**
 * The phrases found in the field, or in the `matched_fields` in place of it, which have the same
 * text.
 */
function phrasesIn(
  { segment, doc }: FetchHit,
  wanted: PhraseMap,
  { field, options, shard }: HighlightTarget,
): readonly FoundPhrase[] {
  const { matchedFields, phraseLimit } = options;
  const names =
    matchedFields.length === 0
      ? [field.spec.name]
      : [...new Set(matchedFields.map((name) => shard.mapping.field(name)?.spec.name ?? name))];
  const lists = names.map((name) => {
    const terms = placedTerms(segment, doc, { field: name, terms: wanted.terms(name) });
    return findPhrases(terms, wanted.root(name), phraseLimit);
  });
  const [only = []] = lists;
  return lists.length === 1 ? only : mergePhrases(lists);
}

function placesOf(
  phrases: readonly FoundPhrase[],
  { options }: HighlightTarget,
): readonly FragmentPlace[] {
  const { numberOfFragments, fragmentSize: characters, fragmentOffset: offset } = options;
  if (numberOfFragments > 0) return fragmentPlaces(phrases, { characters, offset });
  return phrases.length === 0 ? [] : wholeText(phrases);
}

/** The fragments to show; if there are none, the beginning of the text up to `no_match_size`. */
function chosen(
  places: readonly FragmentPlace[],
  values: readonly string[],
  { options: { numberOfFragments, scoreOrdered, noMatchSize } }: HighlightTarget,
): readonly FragmentPlace[] {
  const within = values.length > 1 ? withinValues(places, values) : places;
  if (within.length > 0) {
    if (numberOfFragments === 0) return within;
    const ordered = scoreOrdered
      ? [...within].sort((a, b) => b.boost - a.boost || a.start - b.start)
      : within;
    return ordered.slice(0, numberOfFragments);
  }
  if (noMatchSize <= 0) return [];
  const beginning = [{ start: 0, end: noMatchSize, phrases: [], boost: 0 }];
  return values.length > 1 ? withinValues(beginning, values) : beginning;
}
