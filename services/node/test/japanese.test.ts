/**
 * The analyzer `kuromoji` on a real node: only the threads that index and search read its
 * dictionary.
 */
import { answeredAt } from './json_requests.js';
import { LoneNode } from './lone_node.js';

let node: LoneNode;

const ask = answeredAt(() => node.url);

const TEXTS = ['関西国際空港で寿司を買いました', '東京都庁は新宿にあります'];

beforeAll(async () => {
  node = await LoneNode.start();
  await ask('PUT', '/japanese', {
    mappings: { properties: { text: { type: 'text', analyzer: 'kuromoji' } } },
  });
  await ask('PUT', '/plain', { mappings: { properties: { text: { type: 'text' } } } });
  for (const [i, text] of TEXTS.entries()) {
    await ask('PUT', `/japanese/_doc/${i}?refresh=true`, { text });
    await ask('PUT', `/plain/_doc/${i}?refresh=true`, { text: '新宿' });
  }
});

afterAll(() => node?.stop());

interface Found {
  readonly hits: { readonly hits: { readonly _id: string; readonly highlight?: object }[] };
}

const idsOf = ({ hits }: Found) => hits.hits.map(({ _id }) => _id);

test.each([
  ['空港', ['0']],
  ['買う', ['0']],
  ['都庁', ['1']],
  ['を', []],
])('%s', async (query, ids) => {
  const found = await ask<Found>('POST', '/japanese/_search', {
    query: { match: { text: query } },
  });
  expect(idsOf(found)).toEqual(ids);
});

// When repeated, light searches are answered by the main thread, which has no dictionary.
test('a query that names the analyzer', async () => {
  const query = { match_phrase: { text: { query: '新宿', analyzer: 'kuromoji' } } };
  for (let i = 0; i < 20; i++) {
    const found = await ask<Found>('POST', '/plain/_search', { query, sort: ['_doc'] });
    expect(idsOf(found)).toEqual([]);
  }
});

test('words are highlighted where they stand', async () => {
  const [hit] = (
    await ask<Found>('POST', '/japanese/_search', {
      query: { match: { text: '買った' } },
      highlight: { fields: { text: {} } },
    })
  ).hits.hits;
  expect(hit?.highlight).toEqual({ text: ['関西国際空港で寿司を<em>買い</em>ました'] });
});

test('_analyze', async () => {
  const body = { analyzer: 'kuromoji', text: 'すもももももももものうち' };
  const { tokens } = await ask<{ tokens: { token: string }[] }>('POST', '/_analyze', body);
  expect(tokens.map(({ token }) => token)).toEqual(['すもも', 'もも', 'もも']);
});
