import type { JsonObject } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

const mapping = { properties: { title: { type: 'text' }, place: { type: 'keyword' } } };
const TITLES = [
  'The window and the handle',
  'Windows open',
  'A window pane',
  'windows windows windows',
  'The wind of change',
  'Window handles',
  'Widow',
];
const documents = TITLES.map((title, i) => ({ title, place: i % 2 === 0 ? 'inside' : 'outside' }));

const index = new TestIndex({ mapping, documents });

function suggest(term: JsonObject, text = 'windw'): unknown {
  const answer = index.answer({ suggest: { s: { text, term: { field: 'title', ...term } } } });
  return typeof answer === 'string' ? answer : (answer.suggest as JsonObject).s;
}

function words(term: JsonObject, text?: string): unknown {
  const entries = suggest(term, text) as readonly { options: { text: string; freq: number }[] }[];
  return entries.map(({ options }) => options.map(({ text: word, freq }) => `${word} ${freq}`));
}

it('tells where each word of the text stands', () => {
  expect(suggest({ size: 1 }, 'the hndle')).toEqual([
    { text: 'the', offset: 0, length: 3, options: [] },
    {
      text: 'hndle',
      offset: 4,
      length: 5,
      options: [{ text: 'handle', score: 0.8, freq: 1 }],
    },
  ]);
});

it('orders by score, then by documents, over all segments', () => {
  expect(words({})).toEqual([['window 3', 'wind 1', 'windows 2', 'widow 1']]);
  expect(words({ sort: 'frequency' })).toEqual([['window 3', 'windows 2', 'wind 1', 'widow 1']]);
});

it('suggests nothing for words that are there, unless it is asked to', () => {
  const rare = { max_term_freq: 7 };
  expect(words(rare, 'windows')).toEqual([[]]);
  expect(words({ ...rare, suggest_mode: 'popular' }, 'windows')).toEqual([['window 3']]);
  expect(words({ ...rare, suggest_mode: 'always' }, 'windows')).toEqual([['window 3', 'widow 1']]);
  expect(words({ suggest_mode: 'always' }, 'windows')).toEqual([[]]);
});

it('takes a word as right when more documents than those have it', () => {
  const always = (max_term_freq: number) => ({ suggest_mode: 'always', max_term_freq });
  expect(words(always(2), 'windows')).toEqual([['window 3', 'widow 1']]);
  expect(words(always(1), 'windows')).toEqual([[]]);
  expect(words(always(0.2), 'windows')).toEqual([['window 3', 'widow 1']]);
  expect(words(always(0.1), 'windows')).toEqual([[]]);
});

it('takes what is near and frequent enough', () => {
  expect(words({ max_edits: 1 })).toEqual([['window 3', 'wind 1']]);
  expect(words({ prefix_length: 3 })).toEqual([['window 3', 'wind 1', 'windows 2']]);
  expect(words({ min_doc_freq: 1 })).toEqual([['window 3', 'windows 2']]);
  expect(words({ accuracy: 0.8 })).toEqual([['window 3']]);
  expect(words({ min_word_length: 6 })).toEqual([[]]);
  expect(words({ min_word_length: 5 })).toEqual(words({}));
  expect(words({}, 'wimd')).toEqual([['wind 1']]);
  expect(words({}, 'win')).toEqual([[]]);
});

it('refuses what it does not know, by name', () => {
  expect(suggest({ nosuch: 1 })).toContain("suggester[term] doesn't support field [nosuch]");
  expect(suggest({ max_edits: 3 })).toContain('maxEdits must be between 1 and 2');
  expect(suggest({ string_distance: 'far' })).toContain('Illegal distance option far');
  expect(() => suggest({ field: 'nosuch' })).toThrow('no mapping found for field [nosuch]');
  expect(() => suggest({ analyzer: 'nosuch' })).toThrow("analyzer [nosuch] doesn't exists");
});

it('finds no documents when it is alone, and all beside a query', () => {
  const suggestion = { s: { text: 'windw', term: { field: 'title' } } };
  expect(index.search({ suggest: suggestion }).total).toBe(0);
  expect(index.search({ suggest: suggestion, query: { match_all: {} } }).total).toBe(7);
});

it('shows no hits when it is alone, and reports what is wrong with them', () => {
  const suggestion = { s: { text: 'windw', term: { field: 'title' } } };
  const ask = (more: JsonObject) => index.answer({ suggest: suggestion, ...more });
  expect(ask({ track_total_hits: 5 })).toMatchObject({
    hits: { total: { value: 0, relation: 'eq' }, hits: [] },
  });
  expect((ask({ track_total_hits: false }) as JsonObject).hits).not.toHaveProperty('total');
  expect(() => ask({ sort: ['place'], search_after: ['a', 'b'] })).toThrow(
    'search_after has 2 value(s) but sort has 1.',
  );
});

it('suggests the words of the only document that is left', () => {
  const one = new TestIndex({ mapping, documents: documents.slice(0, 1) });
  const suggestion = { s: { text: 'windw', term: { field: 'title' } } };
  expect(one.answer({ suggest: suggestion })).toMatchObject({
    suggest: { s: [{ options: [{ text: 'window', freq: 1 }] }] },
  });
});

it('knows nothing of documents that are hidden', () => {
  const visibility = { queries: ['{"term":{"place":"inside"}}'], fields: undefined };
  const seen = new TestIndex({ mapping, documents, visibility });
  const suggestion = { s: { text: 'windw', term: { field: 'title' } } };
  const { suggest: shown } = seen.answer({ suggest: suggestion }) as JsonObject;
  const [{ options }] = (shown as { s: [{ options: { text: string; freq: number }[] }] }).s;
  expect(options.map(({ text, freq }) => `${text} ${freq}`)).toEqual([
    'window 2',
    'wind 1',
    'widow 1',
  ]);
});
