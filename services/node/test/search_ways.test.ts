/**
 * A search returns the same on every execution path: on the main thread, through the mailbox of a
 * search thread, as a message to it, through another node, over two shards, in `_msearch`, a
 * scroll, a point in time, through an alias with a filter, or for a user who may read only the
 * documents that a query finds.
 */
import { randomUUID } from 'node:crypto';
import { registeredQueries } from '@skein/search';
import { at, type Json } from './people_index.js';
import { EXAMPLES } from './search_examples/all.js';
import { DOCUMENTS, EXAMPLES_MAPPING, examplesBulk, LOOKUPS } from './search_examples/documents.js';
import type { SearchExample, Way } from './search_examples/example.js';
import { QUERY_EXAMPLES } from './search_examples/queries.js';
import { EVERYTHING, forgeToken, type Issuer, sentBody, startIssuer } from './secured_node.js';
import { TestCluster } from './test_cluster.js';

const HITS = 100;
/**
 * Lengths of bodies in bytes: the first is too long for the main thread, the second does not fit
 * the mailbox.
 */
const FOR_MAILBOX = 5 * 1024;
const FOR_MESSAGE = 70 * 1024;
const ALL_TEAMS = { terms: { team: ['blue', 'white'] } };

let issuer: Issuer;
let cluster: TestCluster;
let all: string;
let reader: string;
let pit: string;

interface Told {
  readonly status: number;
  readonly json: Json;
}

async function ask(
  node: number,
  method: string,
  path: string,
  body?: string | object,
  token = all,
): Promise<Told> {
  const { text, type } = sentBody(path, body);
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const { [node]: asked } = cluster.nodes;
  if (asked === undefined) throw new Error(`no node ${node}`);
  return asked.send<Json>(method, path, text, { headers });
}

async function done(method: string, path: string, body?: string | object): Promise<Json> {
  const { status, json } = await ask(0, method, path, body);
  if (status >= 300 || json.errors === true) throw new Error(`${path}: ${JSON.stringify(json)}`);
  return json;
}

async function fill(index: string, shards: number): Promise<void> {
  await done('PUT', `/${index}`, {
    settings: {
      number_of_shards: shards,
      number_of_replicas: 0,
      refresh_interval: -1,
      'index.knn': true,
      'index.routing.allocation.require._name': 'n1',
    },
    mappings: EXAMPLES_MAPPING,
  });
  await done('POST', `/${index}/_bulk?refresh=true`, examplesBulk());
}

beforeAll(async () => {
  issuer = await startIssuer();
  cluster = await TestCluster.start({
    nodes: 2,
    settings: {
      'transport.secret': 'what the nodes share',
      'security.oauth2.issuers.own.url': issuer.url,
    },
  });
  const token = (claims: object) => forgeToken(issuer, { jti: randomUUID(), ...claims });
  all = await token({ scope: EVERYTHING });
  const part = { scope: ['indices:read:examples'], query: JSON.stringify(ALL_TEAMS) };
  reader = await token({
    scope: 'indices:read:examples indices:read:lookups',
    read_restrictions: [part],
  });
  await done('PUT', '/lookups', { settings: { number_of_replicas: 0 } });
  for (const [id, source] of Object.entries(LOOKUPS)) {
    await done('PUT', `/lookups/_doc/${id}?refresh=true`, source);
  }
  await fill('examples', 1);
  await fill('halves', 2);
  await done('PUT', '/halves/_alias/wholes', { filter: { match_all: {} } });
  const filter = { terms: { team: { index: 'lookups', id: 'teams', path: 'values' } } };
  await done('PUT', '/examples/_alias/seen', { filter });
  pit = String((await done('POST', '/examples/_search/point_in_time?keep_alive=24h')).pit_id);
});
afterAll(async () => {
  await cluster?.stop();
  issuer?.server.close();
});

function bodyOf({ body }: SearchExample): Json {
  return { size: HITS, ...body };
}

/** The body, padded at its end so that places in it do not change. */
function padded(example: SearchExample, length = 0): string {
  return JSON.stringify(bodyOf(example)).padEnd(length);
}

const search =
  (path: string, node: number, length: number, token?: string) => async (example: SearchExample) =>
    ask(node, 'POST', `/${path}`, padded(example, length), token ?? all);

/** The execution paths, each of which resolves with the answers to the examples, in order. */
const WAYS: Readonly<Record<Way, (examples: readonly SearchExample[]) => Promise<Told[]>>> = {
  mailbox: oneByOne(search('examples/_search', 0, FOR_MAILBOX)),
  message: oneByOne(search('examples/_search', 0, FOR_MESSAGE)),
  'other node': oneByOne(search('examples/_search', 1, 0)),
  'main thread': oneByOne(search('examples/_search', 0, 0)),
  'two shards': oneByOne(search('halves/_search?search_type=dfs_query_then_fetch', 0, 0)),
  alias: oneByOne(search('seen/_search', 0, 0)),
  reader: oneByOne((example) => search('examples/_search', 1, 0, reader)(example)),
  scroll: oneByOne(search('examples/_search?scroll=10m', 0, 0)),
  'point in time': oneByOne((example) =>
    ask(1, 'POST', '/_search', { ...bodyOf(example), pit: { id: pit } }),
  ),
  msearch: async (examples) => {
    const lines = examples.map((example) => `{"index":"examples"}\n${padded(example)}\n`);
    const { json } = await ask(0, 'POST', '/_msearch', lines.join(''));
    const answers = json.responses as (Json & { readonly status: number })[];
    return answers.map((answer) => ({ status: answer.status, json: answer }));
  },
};

function oneByOne(one: (example: SearchExample) => Promise<Told>) {
  return async (examples: readonly SearchExample[]): Promise<Told[]> => {
    const told: Told[] = [];
    for (const example of examples) told.push(await one(example));
    return told;
  };
}

interface Comparable {
  readonly status: number;
  readonly why: unknown;
  readonly total: unknown;
  readonly maxScore: unknown;
  readonly hits: readonly Json[];
  readonly aggregations: unknown;
}

/**
 * The comparable part of an answer, with numbers to five places: shards are summed in different
 * orders.
 */
function comparable({ status, json }: Told): Comparable {
  const hits = (at(json, 'hits.hits') ?? []) as Json[];
  return JSON.parse(
    JSON.stringify(
      {
        status,
        why: [at(json, 'error.root_cause.0.type'), at(json, 'error.root_cause.0.reason')],
        total: at(json, 'hits.total'),
        maxScore: at(json, 'hits.max_score'),
        hits,
        aggregations: json.aggregations,
      },
      (key, value) => {
        if (key === '_index') return 'examples';
        return typeof value === 'number' ? Number(value.toPrecision(5)) : value;
      },
    ),
  ) as Comparable;
}

/** Sorts tied documents, whose order differs between shards. */
function tiesInOrder(found: Comparable): Comparable {
  const keyOf = (hit: Json) => JSON.stringify([hit.sort ?? hit._score, hit._id]);
  const hits = [...found.hits].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return { ...found, hits };
}

/** Describes the first place where two values differ; `undefined` when they are equal. */
function differenceOf(found: unknown, wanted: unknown, place = ''): string | undefined {
  const [one, other] = [found, wanted].map((value) => JSON.stringify(value));
  if (one === other) return undefined;
  const isParted = [found, wanted].every((value) => typeof value === 'object' && value !== null);
  const told = `${place} is ${one?.slice(0, 200)} instead of ${other?.slice(0, 200)}`;
  if (!isParted) return told;
  const keys = new Set([...Object.keys(found as Json), ...Object.keys(wanted as Json)]);
  for (const key of keys) {
    const inside = [found, wanted].map((value) => (value as Json)[key]);
    const difference = differenceOf(inside[0], inside[1], `${place}.${key}`);
    if (difference !== undefined) return difference;
  }
  return told;
}

test('of every query there is an example', () => {
  expect(Object.keys(QUERY_EXAMPLES).sort()).toEqual([...registeredQueries()].sort());
});

describe('a search means the same', () => {
  let expected: readonly Comparable[];
  beforeAll(async () => {
    expected = (await WAYS.mailbox(EXAMPLES)).map(comparable);
  });

  test('and the examples find something', () => {
    const strange = EXAMPLES.flatMap(({ name, isRefused }, i) => {
      const { status = 0, hits = [], why } = expected[i] ?? {};
      const isEmpty = hits.length === 0 && name !== 'match_none 1';
      const isStrange = isRefused ? status < 400 : status !== 200 || isEmpty;
      return isStrange ? [{ name, status, why }] : [];
    });
    expect(strange).toEqual([]);
    expect(expected[EXAMPLES.findIndex(({ name }) => name === 'nothing')]?.hits).toHaveLength(
      DOCUMENTS,
    );
  });

  test('and a filter counts what the query finds', () => {
    const told = new Map(EXAMPLES.map(({ name }, i) => [name, expected[i]]));
    const counts = [...told].flatMap(([name, found]) => {
      const counted = told.get(`${name} as an aggregation`)?.aggregations;
      const total = found?.total as Json | undefined;
      return counted
        ? [{ name, count: at(counted, 'counted.doc_count'), total: total?.value }]
        : [];
    });
    expect(counts.length).toBeGreaterThan(registeredQueries().length);
    expect(counts.filter(({ count, total }) => count !== total)).toEqual([]);
  });

  test.each(Object.keys(WAYS) as Way[])('%s', async (way) => {
    const compared = EXAMPLES.map((example, i) => ({ example, told: expected[i] })).filter(
      ({ example }) => example.not?.[way] === undefined,
    );
    const answers = await WAYS[way](compared.map(({ example }) => example));
    const differences = compared.flatMap(({ example, told }, i) => {
      const answer = comparable(answers[i] as Told);
      const [found, wanted] =
        way === 'two shards'
          ? [tiesInOrder(answer), tiesInOrder(told as Comparable)]
          : [answer, told];
      const difference = differenceOf(found, wanted);
      return difference === undefined ? [] : [`${example.name}: ${difference}`];
    });
    expect(differences).toEqual([]);
  });
});

test('two shards return the same from the main thread as from search threads', async () => {
  // The main thread leaves searches through an alias with a filter to the threads.
  const [first, inThreads, onMainThread] = await Promise.all(
    ['wholes', 'wholes', 'halves'].map((name) =>
      oneByOne(search(`${name}/_search`, 0, 0))(EXAMPLES),
    ),
  );
  const differences = EXAMPLES.flatMap(({ name }, i) => {
    const [one, other, wanted] = [inThreads, onMainThread, first].map((all) =>
      comparable(all?.[i] as Told),
    );
    const difference = differenceOf(one, wanted) ?? differenceOf(other, wanted);
    return difference === undefined ? [] : [`${name}: ${difference}`];
  });
  expect(differences).toEqual([]);
});
