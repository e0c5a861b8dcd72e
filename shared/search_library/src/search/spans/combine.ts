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
    if (between <= slop) found.push({ start: first.start, end, gaps: between });
  }
  return found;
}

/** All places for a gap of this width before one of the spans, at most `slop` positions away. */
export function gapSpans(spans: readonly Span[], width: number, slop: number): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const span of spans) {
    const last = span.start - width;
    for (let start = Math.max(from, last - slop); start <= last; start++) {
      found.push({ start, end: start + width, gaps: 0 });
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
    if (end - start - covered <= slop) found.push({ start, end, gaps: end - start });
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
  let next = 0;
  return big.filter((span) => {
    while (next < little.length && little[next].start < span.start) next++;
    return next < little.length && span.end >= little[next].end;
  });
}

/** The little spans that lie in a big one. */
export function spansWithin(little: readonly Span[], big: readonly Span[]): Span[] {
  let next = 0;
  return little.filter((span) => {
    while (next < big.length && big[next].end < span.end) next++;
    return next < big.length && big[next].start <= span.start;
  });
}
