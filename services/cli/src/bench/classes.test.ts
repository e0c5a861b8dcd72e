import { seededRandom } from '@skein/base';
import { CLASSES, freshBodies } from './classes.js';
import { fieldsOf, type Materials, valuesOf } from './materials.js';
import { quantiles } from './measure.js';

/** An endless supply of words: `wab`, `wac`, …. */
const word = (n: number) =>
  `w${String.fromCharCode(97 + (Math.floor(n / 26) % 26), 97 + (n % 26))}`;

const MATERIALS: Materials = {
  index: 'books',
  fields: fieldsOf(
    {
      title: { type: 'text', fields: { raw: { type: 'keyword' } } },
      pages: { type: 'integer' },
      hidden: { type: 'integer', index: false },
      author: { properties: { born: { type: 'date' } } },
      parts: { type: 'nested', properties: { n: { type: 'long' } } },
    },
    [],
  ),
  documents: Array.from({ length: 50 }, (_, n) => ({
    id: `${n}`,
    source: {
      title: Array.from({ length: 7 }, (_, at) => word(n * 7 + at)).join(' '),
      pages: n * 10,
      author: { born: `19${10 + n}-01-01` },
    },
  })),
};

interface Drawn {
  readonly query: {
    readonly range: { readonly pages: { readonly gte: string; readonly lte: string } };
  };
}

test('fields that queries can name, with where their values are', () => {
  expect(MATERIALS.fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'title text',
    'title.raw keyword',
    'pages number',
    'author.born date',
  ]);
  const [document] = MATERIALS.documents;
  expect(valuesOf(document?.source ?? {}, ['author', 'born'])).toEqual(['1910-01-01']);
  expect(valuesOf({ a: [{ b: [1, 2] }, { b: 3 }] }, ['a', 'b'])).toEqual([1, 2, 3]);
});

test.each(CLASSES.map((each) => [each.name, each] as const))(
  '%s: the same seed gives the same bodies, and none comes twice',
  (_name, each) => {
    const take = (seed: number) => {
      const bodies = freshBodies(each, MATERIALS, seededRandom(seed));
      return Array.from({ length: 15 }, () => JSON.stringify(bodies()));
    };
    const first = take(1);
    expect(new Set(first).size).toBe(15);
    expect(take(1)).toEqual(first);
    expect(take(2)).not.toEqual(first);
  },
);

test('a range of numbers that are texts is not the wrong way round', () => {
  const documents = ['9', '10', '100'].map((pages) => ({ id: pages, source: { pages } }));
  const range = CLASSES.find(({ name }) => name === 'range');
  const fields = MATERIALS.fields.filter(({ name }) => name === 'pages');
  const random = seededRandom(3);
  for (let i = 0; i < 30; i++) {
    const drawn = range?.draw({ ...MATERIALS, documents, fields }, random) as unknown as Drawn;
    const { gte, lte } = drawn.query.range.pages;
    expect(Number(gte)).toBeLessThanOrEqual(Number(lte));
  }
});

test('a class for which there is no field has no bodies', () => {
  const nothing = { ...MATERIALS, fields: [] };
  for (const each of CLASSES) expect(freshBodies(each, nothing, seededRandom(1))()).toBeUndefined();
});

test('ranges begin with the lower bound', () => {
  const range = CLASSES.find(({ name }) => name === 'range');
  if (range === undefined) throw new Error('there is no such class');
  const bodies = freshBodies(range, MATERIALS, seededRandom(3));
  for (let i = 0; i < 20; i++) {
    const query = (bodies() as { query: { range: Record<string, { gte: never; lte: never }> } })
      .query;
    for (const { gte, lte } of Object.values(query.range)) expect(gte <= lte).toBe(true);
  }
});

test('quantiles by nearest rank', () => {
  const values = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect(quantiles(values)).toEqual({ p50: 50, p90: 90, p99: 99 });
  expect(quantiles([])).toEqual({ p50: 0, p90: 0, p99: 0 });
});
