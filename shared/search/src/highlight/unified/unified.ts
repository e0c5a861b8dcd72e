/**
 * `unified`: shows the best passages of a text, scored as if each were a document. As in OpenSearch
 * 2.19, `matched_fields` and `phrase_limit` have no effect.
 */
import { ApiError } from '@skein/errors';
import { looseMarks, type Mark, type SpanMark } from '@skein/search_library';
import type { FetchHit } from '../../fetch/fetch_part.js';
import { highlightedText } from '../../fetch/highlighted_values.js';
import { byBoundedSentences, bySentences, byWords, wholeValue } from '../boundaries/scanners.js';
import { wordsOfLocale } from '../boundaries/words_of_locale.js';
import type { Highlighter, HighlightHit, HighlightOptions, HighlightTarget } from '../contract.js';
import { SEPARATOR, tokensOf } from '../field_text.js';
import { keepsOffsets, lastAnalysedStart, refuseLongText } from '../limits.js';
import { marksOfField } from '../marks_of_field.js';
import { tagsOf } from '../tags.js';
import { finderOf, foundWords } from './found_words.js';
import { keptTokens } from './kept_tokens.js';
import { MarkedWords, type Occurrence } from './occurrences.js';
import { passageText } from './passage_text.js';
import { bestPassages, type Passage, type ScannerOf } from './passages.js';

export const unified: Highlighter = {
  name: 'unified',
  open(target) {
    const { field, options, shard } = target;
    const tags = tagsOf(options);
    return openPassages(target, ({ marked, lastStart }) => {
      const find = finderOf(field, marked);
      return (hit) => {
        const content = highlightedText(hit, field, options.forceSource, shard);
        if (content === undefined) return undefined;
        return {
          content,
          found: () =>
            find === undefined
              ? marked.in(tokensOf(field, content, lastStart))
              : foundWords(content, find, lastStart),
          show: (passage) => passageText(content, passage, tags),
        };
      };
    });
  },
};

interface Marking {
  readonly marked: MarkedWords;
  /** In each value, words that begin behind this offset are left out. */
  readonly lastStart: number;
}

/**
 * The text of a hit, the search for occurrences when the index does not give them, and the
 * rendering of a passage.
 */
interface PassageSource {
  readonly content: string;
  readonly found: () => readonly Occurrence[];
  readonly show: (passage: Passage) => string;
}

/** Shows the best passages of each hit; `undefined` when the hit has no text. */
export function openPassages(
  target: HighlightTarget,
  sourcesOf: (marking: Marking) => (hit: FetchHit) => PassageSource | undefined,
): HighlightHit {
  const { options } = target;
  const marked = new MarkedWords(seenMarks(target));
  const scannerOf = scannerFor(target);
  const most = options.numberOfFragments > 0 ? options.numberOfFragments : Infinity;
  const lastStart = lastAnalysedStart(target, marked.hasPatterns);
  const sourceOf = sourcesOf({ marked, lastStart });
  return (hit) => {
    if (marked.isEmpty && options.noMatchSize <= 0) return undefined;
    const source = sourceOf(hit);
    if (source === undefined || source.content === '') return undefined;
    const { content, found, show } = source;
    checkLength(content, hit, target);
    const kept = marked.isEmpty ? undefined : keptTokens(hit, target.field, marked);
    const marks = marked.isEmpty ? [] : kept === undefined ? found() : marked.in(kept);
    const passages = bestPassages(content, marks, { scannerOf, most });
    const shown = passages.length > 0 ? passages : noMatch(content, options);
    const fragments = inOrder(shown, options).map(show).filter(hasText);
    return fragments.length === 0 ? undefined : fragments;
  };
}

/** The marks of queries that Lucene's UnifiedHighlighter sees. */
function seenMarks(target: HighlightTarget): readonly Mark[] {
  return marksOfField(target, spansOfField).filter(
    (mark) => mark.kind === 'spans' || !mark.needsRewrite,
  );
}

/** Spans of several fields are not searched: their words are marked wherever they stand. */
function spansOfField(mark: SpanMark, name: string): readonly Mark[] {
  const { field, words } = mark;
  if (words.length === 0) return field === name ? [mark] : [];
  if (words.every((word) => word.field === name)) return [mark];
  return looseMarks(words).filter((word) => word.field === name);
}

/** Values that are one term are not cut, but those of derived fields are. */
function scannerFor({ field, options, shard }: HighlightTarget): ScannerOf {
  const { numberOfFragments, boundaryScanner = 'sentence', fragmentSize } = options;
  const words = wordsOfLocale(options.boundaryLocale);
  const isCut = field.isText || shard.derived?.has(field.name) === true;
  if (numberOfFragments === 0 || !isCut) return wholeValue;
  if (boundaryScanner === 'word') return (value) => byWords(value, words);
  if (boundaryScanner === 'chars') {
    const reason = `Invalid boundary scanner type: ${boundaryScanner}`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  if (fragmentSize <= 0) return bySentences;
  return (value) => byBoundedSentences(value, fragmentSize, words);
}

function checkLength(content: string, { doc }: FetchHit, target: HighlightTarget): void {
  const { field, options, shard } = target;
  if (keepsOffsets(field) || options.maxAnalyzerOffset !== undefined) return;
  const instead = 'indexing with offsets or term vectors';
  refuseLongText(content, { field, doc: String(doc), shard, instead });
}

/** The beginning of the first value that is not empty, up to the end of a word. */
function noMatch(
  content: string,
  { noMatchSize: size, boundaryLocale }: HighlightOptions,
): readonly Passage[] {
  if (size <= 0) return [];
  let start = 0;
  while (content[start] === SEPARATOR) start++;
  if (start === content.length) return [];
  const next = content.indexOf(SEPARATOR, start);
  let end = next < 0 ? content.length : next;
  if (size + start < end) end = wordsOfLocale(boundaryLocale).behind(content, size + start);
  return [{ start, end: end < 0 ? content.length : end, marks: [], score: 0 }];
}

function inOrder(passages: readonly Passage[], { scoreOrdered }: HighlightOptions) {
  return scoreOrdered ? [...passages].sort((a, b) => b.score - a.score) : passages;
}

function hasText(fragment: string): boolean {
  return /\S/.test(fragment);
}
