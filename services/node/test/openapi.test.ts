/**
 * `GET /_openapi.json` of a real node is valid OpenAPI 3.1, and describes every accepted parameter
 * and no other.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { searchMembers } from '@skein/search';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { typesOf } from '../../../scripts/openapi_types/types.ts';
import { SHAPES } from '../src/api/openapi/schemas/all.js';
import { SEARCH_MEMBERS } from '../src/api/openapi/schemas/search_body.js';
import { ENDPOINTS } from '../src/api/registry.js';
import { LAST_USES, UNUSED, USES, type Use } from './openapi_uses.js';
import type { Json } from './people_index.js';
import { type PipelinedRequest, PipelinedRequests } from './pipelined_requests.js';
import { type Place, placesIn, type Schema } from './schema_places.js';
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly schema?: { readonly type?: string; readonly enum?: readonly string[] };
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
}
interface Table {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}
interface Document {
  readonly components: { readonly responses: Readonly<Record<string, Table>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let cluster: TestCluster;
let repositories: string;
let node: TestNode;
let text: string;
let document: Document;

beforeAll(async () => {
  repositories = mkdtempSync(join(tmpdir(), 'skein-openapi-'));
  cluster = await TestCluster.start({ nodes: 1, settings: { 'path.repo': repositories } });
  node = cluster.nodes[0] as TestNode;
  text = await (await fetch(`${node.url}/_openapi.json`)).text();
  document = JSON.parse(text);
});
afterAll(async () => {
  await cluster.stop();
  rmSync(repositories, { recursive: true, force: true });
});

/** The node closes a connection that is idle while the document is validated. */
const fetchAgain: typeof fetch = (target, options) =>
  fetch(target, options).catch(() => fetch(target, options));

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('is valid, and each of its references has a target', async () => {
  // The parser takes half a minute for both in one call, because it then keeps circles apart.
  // Its types leave this option out.
  const asWritten: object = { dereference: { excludedPathMatcher: () => true } };
  await expect(SwaggerParser.validate(JSON.parse(text), asWritten)).resolves.toBeDefined();
  await expect(SwaggerParser.dereference(JSON.parse(text))).resolves.toBeDefined();
});

test('has every route of every endpoint once', () => {
  const routes = ENDPOINTS.flatMap((endpoint) => endpoint.routes);
  expect(operations()).toHaveLength(routes.length);
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const endpoints = new Set(ids.map((id) => id.replace(/\.\d+$/, '')));
  expect([...endpoints].sort()).toEqual(ENDPOINTS.map(({ id }) => id).sort());
});

const SAMPLES: Readonly<Record<string, string>> = {
  boolean: 'true',
  integer: '1',
  number: '1',
  array: 'a',
  string: 'a',
};

/** Parameters that are accepted only beside another, or without a body. */
const special = new Map(
  ENDPOINTS.map(({ id, paramsBeside, paramsWithoutBody }) => [
    id,
    new Set([...Object.keys(paramsBeside), ...paramsWithoutBody, 'source', 'source_content_type']),
  ]),
);

test('tells of parameters that are accepted', async () => {
  const refused: string[] = [];
  for (const { path, method, operation } of operations()) {
    // Only reading requests are sent, because the others have effects.
    if (method !== 'get') continue;
    const { operationId, parameters } = operation;
    const unasked = special.get(operationId.replace(/\.\d+$/, '')) ?? new Set();
    const query = parameters.flatMap(({ name = '', in: place, schema = {} }) =>
      place !== 'query' || unasked.has(name)
        ? []
        : [`${name}=${schema.enum?.[0] ?? SAMPLES[schema.type ?? ''] ?? 'a'}`],
    );
    const target = `${path.replace(/\{\w+\}/g, 'x')}?${query.join('&')}`;
    const answer = await (await fetchAgain(`${node.url}${target}`)).text();
    if (answer.includes('unrecognized parameter')) refused.push(`${target}: ${answer}`);
  }
  expect(refused).toEqual([]);
});

test('a parameter that is not in it is refused', async () => {
  const { status, json } = await node.request<{ error: { reason: string } }>(
    'GET',
    '/_search?nobody_knows=1',
  );
  expect([status, json.error.reason]).toEqual([
    400,
    expect.stringContaining('unrecognized parameter: [nobody_knows]'),
  ]);
});

/** Things that the walk needs beside those that it makes. */
async function prepare(): Promise<void> {
  const put = async (path: string, body: object) => {
    const { status, json } = await node.request('PUT', path, body);
    expect([status, json]).toEqual([200, expect.anything()]);
  };
  const settings = { number_of_replicas: 0, 'index.blocks.write': true };
  await put('/books-blocked', { settings });
  await put('/books-wide', { settings: { ...settings, number_of_shards: 2 } });
  await put('/books-lonely', { settings: { number_of_replicas: 1 } });
  await put('/old-logs', { mappings: { properties: { '@timestamp': { type: 'date' } } } });
  await put('/rolling-000001', { aliases: { 'shelf-of-one': { is_write_index: true } } });
  await put('/_index_template/logs', { index_patterns: ['logs-*'], data_stream: {} });
  const managed = (alias: string) => ({
    'index.lifecycle.name': 'monthly',
    'index.lifecycle.rollover_alias': alias,
  });
  await put('/rolled-000001', {
    settings: managed('rolled'),
    aliases: { rolled: { is_write_index: true } },
  });
  await put('/stuck', { settings: managed('nobody') });
}
beforeAll(prepare);
beforeAll(() => {
  given.set('{node}', node.name);
});

test('every endpoint has a description of its answer', () => {
  const undescribed = ENDPOINTS.filter(
    ({ id, columns, routes }) =>
      SHAPES[id] === undefined &&
      columns === undefined &&
      !routes.every((route) => route.startsWith('HEAD ')),
  );
  expect(undescribed.map(({ id }) => id)).toEqual(TEXTS);
});

/** Endpoints that answer with text. */
const TEXTS = [
  'cluster.delete_voting_config_exclusions',
  'cluster.post_voting_config_exclusions',
  'nodes.hot_threads',
  'metrics',
  'cat.help',
];

/** Tables, without the one that reads a body. */
const TABLES = ENDPOINTS.filter(({ columns, body }) => columns !== undefined && body === 'none');

test('every shape is used here', () => {
  const used = new Set([...USES, ...LAST_USES].map(({ id }) => id));
  const expected = Object.keys(SHAPES).filter((id) => !(id in UNUSED));
  expect([...used].sort()).toEqual(expected.sort());
});

/** The values that earlier answers gave, by the names for them in examples and paths. */
const given = new Map<string, string>();

const filledIn = (text: string): string =>
  [...given].reduce((whole, [example, id]) => whole.replaceAll(example, id), text);

interface Given {
  readonly _scroll_id?: string;
  readonly pit_id?: string;
  readonly id?: string;
  readonly task?: unknown;
  readonly _seq_no?: number;
}

function remember(id: string, { _scroll_id: scroll, pit_id: pit, ...answer }: Given): void {
  if (scroll !== undefined) given.set('c2Nyb2xs', scroll);
  if (pit !== undefined) given.set('cGl0', pit);
  if (id === 'open_point_in_time') given.set('cGl0', String(answer.id));
  if (id.startsWith('async')) given.set('FmJvb2tz', String(answer.id));
  if (typeof answer.task === 'string') given.set('{task}', answer.task);
  if (answer._seq_no !== undefined) given.set('{seq}', String(answer._seq_no));
}

/**
 * Closes the objects of answers: the document leaves them open because later releases may add
 * members, but this one has no others than it tells of.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([name, value]) => [
    name,
    name === 'examples' || name === 'example' ? value : closed(value),
  ]);
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return { ...Object.fromEntries(members), ...(isOpen ? { additionalProperties: false } : {}) };
}

/** Validates with the schemas that the node serves. */
class Validator {
  /** Each function runs once or twice, so time to make it faster would be lost. */
  readonly #ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    code: { optimize: false },
  });
  /** By the text of the schema. */
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(served: unknown) {
    this.#ajv.addSchema(served as object, 'document');
  }

  errors(schema: unknown, value: unknown): unknown {
    const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
    const validate = this.#compiled.get(text) ?? this.#ajv.compile(JSON.parse(text));
    this.#compiled.set(text, validate);
    validate(value);
    return validate.errors;
  }
}

let answers: Validator;
let requests: Validator;
beforeAll(() => {
  answers = new Validator(closed(JSON.parse(text)));
  requests = new Validator(JSON.parse(text));
});

/** The body of a request that is sent without one is empty. */
function requestOf({ id, method, path, body: own }: Use): PipelinedRequest {
  const shape = SHAPES[id];
  const example = own ?? shape?.body?.example;
  const lines = shape?.lines?.example;
  const isInPath = /[?&]source=/.test(path);
  const body = lines ?? (example === undefined || isInPath ? '' : JSON.stringify(example));
  const contentType = lines ? 'application/x-ndjson' : 'application/json';
  return { method, target: filledIn(path), contentType, body: filledIn(body) };
}

async function ask(use: Use): Promise<Response> {
  const { method, target, contentType, body } = requestOf(use);
  const sent = body === '' ? {} : { body, headers: { 'content-type': contentType } };
  return await fetchAgain(`${node.url}${target}`, { method, ...sent });
}

async function answerTo(use: Use): Promise<unknown> {
  if (use.eventually) {
    return await eventually(use.id, async () => {
      const response = await ask(use);
      return response.ok ? await response.json() : undefined;
    });
  }
  const response = await ask(use);
  const answer = await response.json();
  expect([response.status < 300, answer]).toEqual([true, answer]);
  return answer;
}

async function checkUse(use: Use): Promise<void> {
  const answer = await answerTo(use);
  remember(use.id, answer as Given);
  const shape = SHAPES[use.id];
  expect([answers.errors(closed(shape?.answer.schema), answer), answer]).toEqual([null, answer]);
  expect(answers.errors(closed(shape?.answer.schema), shape?.answer.example)).toBeNull();
  if (shape?.body === undefined) return;
  expect(requests.errors(shape.body.schema, shape.body.example)).toBeNull();
  if (use.body !== undefined) expect(requests.errors(shape.body.schema, use.body)).toBeNull();
}

const named = (uses: readonly Use[]) =>
  uses.map((use) => [`${use.id} (${use.method} ${use.path})`, use] as const);

test.each(named(USES))('%s takes its example and answers as it is told', (_name, use) =>
  checkUse(use),
);

test.each(TABLES.map((table) => [table.id, table] as const))(
  '%s has the columns that it tells of',
  async (id, { routes: [route = ''] }) => {
    const path = route.slice('GET '.length);
    const target = path === '/_cat/snapshots' ? '/_cat/snapshots/kept' : path;
    const rows = await (await fetch(`${node.url}${target}?format=json&h=*`)).json();
    const schema = document.components.responses[id]?.content['application/json'].schema;
    const row = { ...schema?.items, additionalProperties: false };
    expect(answers.errors({ ...schema, items: row }, rows)).toBeNull();
  },
);

test('the body of a search has the members that its parser takes', () => {
  expect(Object.keys(SEARCH_MEMBERS).sort()).toEqual(searchMembers().toSorted());
});

/** Bodies with all closed objects in them, where the example of the document has few. */
const FULLER: Readonly<Record<string, unknown>> = {
  search: {
    query: { match_all: {} },
    _source: { includes: ['*'] },
    highlight: { fields: { title: { type: 'plain' } } },
    collapse: { field: 'pages' },
    slice: { id: 0, max: 2 },
    pit: { id: 'cGl0' },
    rescore: [{ window_size: 3, query: { rescore_query: { match_all: {} } } }],
  },
  'indices.create': { settings: {}, mappings: {}, aliases: { library: { routing: '1' } } },
  'indices.put_index_template': {
    index_patterns: ['books-*'],
    template: { settings: {}, aliases: { library: { routing: '1' } } },
    data_stream: { timestamp_field: { name: '@timestamp' } },
  },
};

interface Probe extends Place {
  readonly use: Use;
}

/** Requests whose effects would disturb the walk, or that are read by no parser here. */
const UNPROBED: ReadonlySet<string> = new Set(['index', 'create', 'cat.pit_segments']);

/** Each closed object once, in the first request that has it. */
const PROBES: ReadonlyMap<string, Probe> = new Map(
  [...USES, ...LAST_USES]
    .filter(({ id }) => !UNPROBED.has(id))
    .flatMap((use) => {
      const { schema, example } = SHAPES[use.id]?.body ?? {};
      if (schema === undefined) return [];
      const whole = FULLER[use.id] ?? example;
      return placesIn(schema as Schema, whole, use.id)
        .filter(({ isClosed, name }) => isClosed && !isOfParsers(name))
        .map((place) => ({ ...place, use }));
    })
    .reverse()
    .map((probe) => [probe.name, probe]),
);

/** The schemas of openapi_options.test.ts and openapi_policies.test.ts, which ask the parsers. */
function isOfParsers(name: string): boolean {
  return /^(?:Query|Aggregation|I[ls]m\w+|S[lm]+Policy|Transform)(?:\.|$)|query\.|aggs\.|processors\[\]\./.test(
    name,
  );
}

/** Names that are asked of each object, beside its own. */
const NAMES: ReadonlySet<string> = new Set(
  [...PROBES.values()].filter(({ known }) => known.length < 40).flatMap(({ known }) => known),
);
const VALUES: readonly unknown[] = [{ index: 'none', alias: 'probe' }, 'x', {}, [], 1, true];
const UNKNOWN = 'nobody_knows';
/** Members that OpenSearch takes without effect, and that are refused here. */
const MEANINGLESS = /ha(?:s|ve) no meaning|is not supported/;

/** The number of names whose requests are sent at once. */
const AT_ONCE = 16;

/** Open during one test only, because the node closes a connection that is idle for long. */
let probing: PipelinedRequests;
beforeEach(async () => {
  probing = await PipelinedRequests.open(node.url);
});
afterEach(() => probing.close());

interface Failure {
  readonly error?: {
    readonly reason?: string;
    readonly root_cause?: readonly { readonly reason: string }[];
  };
}

async function refusal(probe: Probe, name: string, value: unknown): Promise<string> {
  const body = probe.around({ [name]: value }) as Json;
  const { status, json } = await probing.send(requestOf({ ...probe.use, body }));
  const { error } = json as Failure;
  const reasons = (error?.root_cause ?? []).map(({ reason }) => reason);
  const text = `${status} ${[...reasons, error?.reason].join('; ')}`;
  return without(name, text.replaceAll(/\[\d+:\d+\]| did you mean [^?]*\?/g, ''));
}

/** Refusals of two names are compared without these names. */
const without = (name: string, reason: string): string =>
  reason.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), '');

test.each([...PROBES])('the code knows the members of %s, and no others', async (_name, probe) => {
  const unknown = await Promise.all(VALUES.map((value) => refusal(probe, UNKNOWN, value)));
  expect(unknown.filter((reason) => !reason.startsWith('4'))).toEqual([]);
  const compare = async (name: string): Promise<readonly string[]> => {
    const isTold = probe.known.includes(name);
    // Two values are enough for a name that nobody should know.
    const values = isTold ? VALUES : VALUES.slice(0, 2);
    const reasons = await Promise.all(values.map((value) => refusal(probe, name, value)));
    const isKnown = reasons.some(
      (reason, i) => reason !== without(name, unknown[i] ?? '') && !MEANINGLESS.test(reason),
    );
    if (isKnown === isTold) return [];
    return [`${name} is ${isKnown ? 'not told' : 'not known'}: ${reasons[0]}; ${unknown[0]}`];
  };
  const names = [...new Set([...NAMES, ...probe.known])];
  for (let i = 0; i < names.length; i += AT_ONCE) {
    const compared = await Promise.all(names.slice(i, i + AT_ONCE).map(compare));
    expect(compared.flat()).toEqual([]);
  }
});

test.each(named(LAST_USES))('%s answers as it is told', (_name, use) => checkUse(use));

test('types are made of it, and hold what they should', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-types-'));
  const types = typesOf(JSON.parse(text));
  const uses = `import type { Operations, SearchAnswer } from './types.ts';
export const asked: Operations['search']['body'] = { query: { match: { title: 'whale' } }, size: 3 };
export const found = (answer: SearchAnswer): readonly string[] => answer.hits.hits.map((hit) => hit._id);
export const status = (health: Operations['cluster.health']['answer']): 'green' | 'yellow' | 'red' => health.status;
// @ts-expect-error: a size is a number.
export const wrong: Operations['search']['body'] = { size: 'three' };
`;
  try {
    writeFileSync(join(folder, 'types.ts'), types);
    writeFileSync(join(folder, 'uses.ts'), uses);
    const tsc = resolve(import.meta.dirname, '../../../node_modules/.bin/tsc');
    const options = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--skipLibCheck'];
    const { status, stdout } = spawnSync(tsc, [...options, '--module', 'nodenext', 'uses.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
