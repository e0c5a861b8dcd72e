/**
 * Combines lists of spans in one document, with the algorithms of Lucene's span queries: greedily,
 * from left to right.
 */
import type { Span } from './span_source.js';

/** All spans ordered by start, then end. */
export function mergeSpans(lists: readonly (readonly Span[])[]): readonly Span[] {
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return only;
  return lists.flat().sort((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * Takes one span from each list, in the order of the lists, without overlap. Every span of the
 * first list starts at most one match. `gaps[i]` positions before list i, or after the last one,
 * belong to no span and do not count as slop.
 */
export function orderedSpans(
  lists: readonly (readonly Span[])[],
  slop: number,
  gaps: readonly number[] = [],
): Span[] {
  const next = lists.map(() => 0);
  const taken = (first: Span): Span[] => [
    first,
    ...lists.slice(1).map((list, i) => list[next[i + 1]]),
  ];
  const found: Span[] = [];
  for (const first of lists[0]) {
    let end = first.end;
    let between = 0;
    for (let i = 1; i < lists.length; i++) {
      const list = lists[i];
      end += gaps[i] ?? 0;
      while (next[i] < list.length && list[next[i]].start < end) next[i]++;
      if (next[i] === list.length) return found;
      between += list[next[i]].start - end;
      end = list[next[i]].end;
    }
    end += gaps[lists.length] ?? 0;
    if (between > slop) continue;
    const span = { start: first.start, end, gaps: between };
    found.push(first.words ? withWords(span, taken(first)) : span);
  }
  return found;
}

/** The span with the words of its parts. */
function withWords(span: Span, parts: readonly Span[]): Span {
  return { ...span, words: parts.flatMap(({ words = [] }) => words) };
}

/** All places for a gap of this width before one of the spans, at most `slop` positions away. */
export function gapSpans(spans: readonly Span[], width: number, slop: number): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const span of spans) {
    const last = span.start - width;
    for (let start = Math.max(from, last - slop); start <= last; start++) {
      const gap = { start, end: start + width, gaps: 0 };
      found.push(span.words ? { ...gap, words: [] } : gap);
    }
    from = Math.max(from, last + 1);
  }
  return found;
}

/** Takes one span from each list in any order; the leftmost is advanced again and again. */
export function unorderedSpans(lists: readonly (readonly Span[])[], slop: number): Span[] {
  const at = lists.map(() => 0);
  const current = (i: number): Span => lists[i][at[i]];
  const found: Span[] = [];
  let covered = lists.reduce((sum, _list, i) => sum + current(i).end - current(i).start, 0);
  let end = Math.max(...lists.map((_list, i) => current(i).end));
  for (;;) {
    let least = 0;
    for (let i = 1; i < lists.length; i++) if (isBefore(current(i), current(least))) least = i;
    const { start } = current(least);
    if (end - start - covered <= slop) {
      const span = { start, end, gaps: end - start };
      found.push(
        current(least).words
          ? withWords(
              span,
              lists.map((_list, i) => current(i)),
            )
          : span,
      );
    }
    covered -= current(least).end - start;
    if (++at[least] === lists[least].length) return found;
    covered += current(least).end - current(least).start;
    end = Math.max(end, current(least).end);
  }
}

function isBefore(a: Span, b: Span): boolean {
  return a.start < b.start || (a.start === b.start && a.end < b.end);
}

/** Spans without any of the others inside, `pre` positions before or `post` positions after. */
export function spansApart(
  spans: readonly Span[],
  others: readonly Span[],
  { pre, post }: { readonly pre: number; readonly post: number },
): Span[] {
  let next = 0;
  return spans.filter((span) => {
    while (next < others.length && others[next].end <= span.start - pre) next++;
    return next === others.length || others[next].start - post >= span.end;
  });
}

/** The big spans that contain a little one. */
export function spansContaining(big: readonly Span[], little: readonly Span[]): Span[] {
  const found: Span[] = [];
  let next = 0;
  for (const span of big) {
    while (next < little.length && little[next].start < span.start) next++;
    if (next === little.length) break;
    if (span.end >= little[next].end) found.push(beside(span, little[next]));
  }
  return found;
}

/** The little spans that lie in a big one. */
export function spansWithin(little: readonly Span[], big: readonly Span[]): Span[] {
  const found: Span[] = [];
  let next = 0;
  for (const span of little) {
    while (next < big.length && big[next].end < span.end) next++;
    if (next === big.length) break;
    if (big[next].start <= span.start) found.push(beside(span, big[next]));
  }
  return found;
}

/** The span with the words of the other one too. */
function beside(span: Span, other: Span): Span {
  return span.words ? withWords(span, [span, other]) : span;
}
