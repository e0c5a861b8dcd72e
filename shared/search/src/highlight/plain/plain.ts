/**
 * `plain`: makes fragments of equal size and shows the best first; each value is analysed again.
 */
import type { Mark, SpanMark } from '@skein/search_library';
import type { FetchHit } from '../../fetch/fetch_part.js';
import { highlightedValues } from '../../fetch/highlighted_values.js';
import type { Highlighter, HighlightOptions, HighlightTarget } from '../contract.js';
import { type TextTokens, tokensOfValue } from '../field_text.js';
import { maxAnalyzerOffset, refuseLongText } from '../limits.js';
import { marksOfField } from '../marks_of_field.js';
import { tagsOf } from '../tags.js';
import { type FragmenterOf, fragmenterNamed, whole } from './fragmenters.js';
import { type Fragment, Fragments } from './fragments.js';
import { weightedWords } from './weighted_words.js';

export const plain: Highlighter = {
  name: 'plain',
  open(target) {
    const { field, options } = target;
    const marks = marksOfField(target, wordsOfField);
    const tags = tagsOf(options);
    const fragmenterOf = fragmenterFor(target);
    const analysed = maxAnalyzerOffset(target) ?? Number.POSITIVE_INFINITY;
    const fragmentsOf = (value: string): readonly Fragment[] => {
      const tokens = tokensOfValue(field, value);
      const words = weightedWords(marks, tokens);
      const fragments = new Fragments(value, tokens, words, tags);
      return fragments.cutBy(fragmenterOf({ length: value.length, tokens, words }));
    };
    return (hit) => {
      const values = valuesOf(hit, target);
      const best = values.flatMap((value) =>
        bestOf(fragmentsOf(value.slice(0, analysed)), options),
      );
      if (best.length > 0) return chosen(best, values, options);
      const [first] = values;
      if (options.noMatchSize <= 0 || first === undefined) return undefined;
      const end = endOfBeginning(tokensOfValue(field, first), options.noMatchSize);
      return end > 0 ? [first.slice(0, end)] : undefined;
    };
  },
};

/** Words count in the spans of all fields, as in Lucene, if they are of this one. */
function wordsOfField(mark: SpanMark, field: string): readonly Mark[] {
  const words = mark.words.filter((word) => word.field === field);
  return words.length === 0 ? [] : [{ ...mark, words }];
}

function fragmenterFor({ field, options }: HighlightTarget): FragmenterOf {
  if (options.numberOfFragments === 0) return whole;
  return fragmenterNamed(options.fragmenter, options.fragmentSize, field.name);
}

const INSTEAD =
  'indexing with offsets or term vectors, and highlighting with unified or fvh highlighter';

function valuesOf(hit: FetchHit, { field, options, shard }: HighlightTarget): readonly string[] {
  const { forceSource } = options;
  const values = highlightedValues(hit, field, { forceSource, shard });
  if (options.maxAnalyzerOffset !== undefined) return values;
  for (const value of values)
    refuseLongText(value, { field, doc: hit.stored.id, shard, instead: INSTEAD });
  return values;
}

function bestOf(fragments: readonly Fragment[], options: HighlightOptions): readonly Fragment[] {
  return [...fragments]
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(1, options.numberOfFragments))
    .filter(({ score }) => score > 0);
}

/**
 * The fragments to show. Those of several values follow each other, unless they are ordered by
 * score.
 */
function chosen(
  best: readonly Fragment[],
  values: readonly string[],
  { scoreOrdered, numberOfFragments }: HighlightOptions,
): readonly string[] {
  const ordered = scoreOrdered ? byScore(best) : best;
  const all = numberOfFragments === 0 && values.length > 1;
  const shown = all ? ordered : ordered.slice(0, Math.max(1, numberOfFragments));
  return shown.map(({ text }) => text);
}

const FEW = 16;

/**
 * Sorts as OpenSearch does: it takes scores less than half apart for equal, so the sort algorithm
 * affects the order of a few fragments.
 */
function byScore(fragments: readonly Fragment[]): readonly Fragment[] {
  const sorted = [...fragments];
  if (sorted.length > FEW) return sorted.sort((a, b) => b.score - a.score);
  sorted.forEach((fragment, i) => {
    let at = i;
    for (; at > 0; at--) {
      const before = sorted[at - 1];
      if (before === undefined || Math.round(fragment.score - before.score) <= 0) break;
      sorted[at] = before;
    }
    sorted[at] = fragment;
  });
  return sorted;
}

/** The end of the last word that ends within `size` characters; -1 if there is none. */
function endOfBeginning({ ends }: TextTokens, size: number): number {
  let last = -1;
  for (const end of ends) {
    if (end > size) return last;
    last = end;
    if (end === size) return last;
  }
  return last;
}
