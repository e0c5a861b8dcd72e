/** The documents of the index `examples`, and those that its searches look up. */
import type { Json } from '../people_index.js';

export const DOCUMENTS = 24;

export const EXAMPLES_MAPPING = {
  properties: {
    n: { type: 'integer' },
    title: { type: 'text' },
    body: { type: 'text' },
    tag: { type: 'keyword' },
    need: { type: 'integer' },
    rank: { type: 'rank_feature' },
    weight: { type: 'double' },
    at: { type: 'date' },
    place: { type: 'geo_point' },
    area: { type: 'geo_shape' },
    plan: { type: 'xy_shape' },
    spot: { type: 'point' },
    vector: { type: 'knn_vector', dimension: 2 },
    dense: { type: 'dense_vector', dims: 2, similarity: 'l2_norm' },
    notes: {
      type: 'nested',
      properties: { text: { type: 'text' }, stars: { type: 'integer' } },
    },
    join: { type: 'join', relations: { parent: 'child' } },
    question: { type: 'percolator' },
    team: { type: 'keyword' },
  },
};

/** Documents that lookups name, in the index `lookups`, which has other fields. */
export const LOOKUPS: Readonly<Record<string, Json>> = {
  tags: { values: ['red', 'green'] },
  teams: { values: ['blue', 'white'] },
  square: { shape: 'POLYGON ((2.5 -1, 9.5 -1, 9.5 1, 2.5 1, 2.5 -1))' },
  liked: { title: 'quick brown fox' },
  asked: { title: 'the red fox', n: 1 },
};

const TAGS = ['red', 'green', 'blue', 'redder'];
const WORDS = ['quick', 'brown', 'fox', 'red', 'dog', 'lazy'];

function documentOf(n: number): Json {
  const word = (at: number) => WORDS[(n * 7 + at * (1 + (n % 3))) % WORDS.length];
  return {
    n,
    title: [0, 1, 2].map(word).join(' '),
    body: `${word(3)} process of ${word(4)} with a handle ${n}`,
    tag: [TAGS[n % TAGS.length], TAGS[(n * 3 + 1) % TAGS.length]],
    need: 1 + (n % 2),
    rank: 1 + ((n * 5) % 11),
    weight: ((n * 37) % 23) / 2,
    at: `2024-0${1 + (n % 9)}-0${1 + (n % 7)}`,
    place: { lat: n, lon: n / 2 },
    area: `POINT (${n} 0)`,
    plan: `BBOX (${n}, ${n + 2}, 500, -500)`,
    spot: { x: 1000 * n, y: -n },
    vector: [n, (n * n) % 7],
    dense: [n % 5, (n * n) % 7],
    notes: [0, 1].map((i) => ({ text: `${word(i)} note`, stars: (n + i) % 5 })),
    team: n % 2 === 0 ? 'blue' : 'white',
    ...(n % 6 === 0 ? { join: 'parent' } : {}),
    ...(n % 6 === 1 ? { join: { name: 'child', parent: String(n - 1) } } : {}),
    ...(n % 8 === 3 ? { question: { match: { title: word(1) } } } : {}),
  };
}

/** The routing of a document: a child is in the shard of its parent. */
function routingOf(n: number): string {
  return String(n % 6 === 1 ? n - 1 : n);
}

export function examplesBulk(): string {
  const lines = Array.from({ length: DOCUMENTS }, (_, n) => {
    const action = { index: { _id: String(n), routing: routingOf(n) } };
    return `${JSON.stringify(action)}\n${JSON.stringify(documentOf(n))}\n`;
  });
  return lines.join('');
}
