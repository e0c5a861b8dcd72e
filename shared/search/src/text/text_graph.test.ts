import type { Token } from '@skein/analysis';
import { textGraph, wholeWays } from './text_graph.js';

const MOST = 1024;

function token(term: string, positionIncrement = 1, positionLength = 1): Token {
  const unused = { startOffset: 0, endOffset: 0, type: 'word', keyword: false };
  return { term, positionIncrement, positionLength, ...unused };
}

/** The ways of each piece, with the distance of words that do not follow at once. */
function pieces(tokens: readonly Token[]): readonly (readonly string[])[] | undefined {
  return textGraph(tokens, MOST)?.map(({ ways }) => ways.map(shown));
}

function shown(way: readonly { readonly term: string; readonly increment: number }[]): string {
  return way
    .map(({ term, increment }) => (increment === 1 ? term : `${term}+${increment}`))
    .join(' ');
}

const NY = [token('ny', 1, 2), token('new', 0), token('york')];

test('words that all take one position are no graph', () => {
  expect(pieces([token('a'), token('b', 0), token('c')])).toBeUndefined();
});

test('what all paths pass divides the text', () => {
  expect(pieces([token('in'), ...NY, token('today')])).toEqual([
    ['in'],
    ['ny', 'new+0 york'],
    ['today'],
  ]);
  expect(pieces([...NY, token('city', 3)])).toEqual([['ny', 'new+0 york'], ['city+3']]);
  expect(pieces([token('ny', 1, 2), token('new', 0), token('york'), token('yorck', 0)])).toEqual([
    ['ny', 'new+0 york', 'new+0 yorck'],
  ]);
});

test('a first word at no position of its own begins the text', () => {
  expect(pieces([token('ny', 0, 2), token('new', 0), token('york')])).toEqual([
    ['ny+0', 'new+0 york'],
  ]);
});

test('ways through the whole text', () => {
  const graph = textGraph([...NY, token('or', 2), ...NY], MOST) ?? [];
  expect(wholeWays(graph, MOST).map(shown)).toEqual([
    'ny or+2 ny',
    'ny or+2 new york',
    'new+0 york or+2 ny',
    'new+0 york or+2 new york',
  ]);
  expect(wholeWays(graph, 4)).toHaveLength(4);
  expect(() => wholeWays(graph, 3)).toThrow('maxClauseCount is set to 3');
});

test('a long text has as many pieces as words, and each way has them all', () => {
  const words = Array.from({ length: 200_000 }, (_, i) => token(`w${i % 10}`));
  const graph = textGraph([...words, ...NY], MOST) ?? [];
  expect(graph).toHaveLength(words.length + 1);
  expect(wholeWays(graph, MOST).map((way) => way.length)).toEqual([
    words.length + 1,
    words.length + 2,
  ]);
});
