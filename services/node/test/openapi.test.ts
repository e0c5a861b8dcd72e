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
import { Ajv2020 } from 'ajv/dist/2020.js';
import { typesOf } from '../../../scripts/openapi_types/types.ts';
import { SCHEMAS, SHAPES } from '../src/api/openapi/schemas/all.js';
import { SEARCH_MEMBERS } from '../src/api/openapi/schemas/search_body.js';
import { ENDPOINTS } from '../src/api/registry.js';
import { TestCluster, type TestNode } from './test_cluster.js';

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly schema?: { readonly type?: string; readonly enum?: readonly string[] };
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
}
interface Document {
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

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('is valid', async () => {
  await expect(SwaggerParser.validate(JSON.parse(text))).resolves.toBeDefined();
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
    const answer = await (await fetch(`${node.url}${target}`)).text();
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

/** Requests in an order in which each finds what it needs. */
const USES: readonly (readonly [operation: string, method: string, path: string])[] = [
  ['info', 'GET', '/'],
  ['cluster.health', 'GET', '/_cluster/health'],
  ['cluster.put_settings', 'PUT', '/_cluster/settings'],
  ['cluster.get_settings', 'GET', '/_cluster/settings'],
  ['ingest.put_pipeline', 'PUT', '/_ingest/pipeline/mark'],
  ['ingest.get_pipeline', 'GET', '/_ingest/pipeline'],
  ['ingest.simulate', 'POST', '/_ingest/pipeline/_simulate'],
  ['put_script', 'PUT', '/_scripts/plus'],
  ['get_script', 'GET', '/_scripts/plus'],
  ['cluster.put_component_template', 'PUT', '/_component_template/titles'],
  ['cluster.get_component_template', 'GET', '/_component_template'],
  ['indices.put_template', 'PUT', '/_template/old'],
  ['indices.put_index_template', 'PUT', '/_index_template/books'],
  ['indices.get_index_template', 'GET', '/_index_template'],
  ['indices.create', 'PUT', '/books'],
  ['indices.put_mapping', 'PUT', '/books/_mapping'],
  ['indices.put_settings', 'PUT', '/books/_settings'],
  ['indices.update_aliases', 'POST', '/_aliases'],
  ['indices.put_alias', 'PUT', '/books/_alias/routed'],
  ['indices.get', 'GET', '/books'],
  ['indices.get_mapping', 'GET', '/books/_mapping'],
  ['indices.get_settings', 'GET', '/books/_settings'],
  ['indices.get_alias', 'GET', '/_alias'],
  ['indices.rollover', 'POST', '/shelf-of-one/_rollover/books-3'],
  ['indices.analyze', 'POST', '/_analyze'],
  ['index', 'PUT', '/books/_doc/1?refresh=true'],
  ['create', 'PUT', '/books/_create/2?refresh=true'],
  ['update', 'POST', '/books/_update/1?refresh=true'],
  ['get', 'GET', '/books/_doc/1'],
  ['mget', 'POST', '/_mget'],
  ['search', 'POST', '/books/_search?scroll=1m'],
  ['scroll', 'POST', '/_search/scroll'],
  ['clear_scroll', 'DELETE', '/_search/scroll'],
  ['create_pit', 'POST', '/books/_search/point_in_time?keep_alive=1m'],
  ['delete_pit', 'DELETE', '/_search/point_in_time'],
  ['msearch', 'POST', '/_msearch'],
  ['count', 'POST', '/books/_count'],
  ['delete', 'DELETE', '/books/_doc/1'],
  ['bulk', 'POST', '/_bulk'],
  ['reindex', 'POST', '/_reindex'],
  ['update_by_query', 'POST', '/books/_update_by_query'],
  ['delete_by_query', 'POST', '/books/_delete_by_query'],
  ['snapshot.create_repository', 'PUT', '/_snapshot/kept'],
  ['snapshot.get_repository', 'GET', '/_snapshot'],
  ['snapshot.create', 'PUT', '/_snapshot/kept/first?wait_for_completion=true'],
  ['snapshot.clone', 'PUT', '/_snapshot/kept/first/_clone/second'],
  ['snapshot.get', 'GET', '/_snapshot/kept/_all'],
  ['snapshot.restore', 'POST', '/_snapshot/kept/first/_restore?wait_for_completion=true'],
  ['indices.clone', 'PUT', '/books-blocked/_clone/books-2'],
];

/** Indices that examples need beside the one that they make. */
async function prepare(): Promise<void> {
  const settings = { number_of_replicas: 0, 'index.blocks.write': true };
  await node.request('PUT', '/books-blocked', { settings });
  const aliases = { 'shelf-of-one': { is_write_index: true } };
  await node.request('PUT', '/rolling-000001', { aliases });
}
beforeAll(prepare);

test('every shape is used here', () => {
  expect(USES.map(([id]) => id).sort()).toEqual(Object.keys(SHAPES).sort());
});

/** Ids that responses gave, by those that stand for them in examples. */
const given = new Map<string, string>();

const filledIn = (body: string): string =>
  [...given].reduce((whole, [example, id]) => whole.replaceAll(example, id), body);

test.each(USES)('%s takes its example and answers as it is told', async (id, method, path) => {
  const shape = SHAPES[id];
  const body = shape?.lines?.example ?? (shape?.body && JSON.stringify(shape.body.example));
  const response = await fetch(`${node.url}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : {
          body: filledIn(body),
          headers: {
            'content-type': shape?.lines ? 'application/x-ndjson' : 'application/json',
          },
        }),
  });
  const answer = (await response.json()) as { _scroll_id?: string; pit_id?: string };
  if (answer._scroll_id !== undefined) given.set('c2Nyb2xs', answer._scroll_id);
  if (answer.pit_id !== undefined) given.set('cGl0', answer.pit_id);
  expect([response.status < 300, answer]).toEqual([true, expect.anything()]);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(JSON.parse(text), 'document');
  for (const [value, schema] of [
    [answer, shape?.answer.schema],
    [shape?.answer.example, shape?.answer.schema],
    [shape?.body?.example, shape?.body?.schema],
  ]) {
    if (value === undefined || schema === undefined) continue;
    const whole = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
    const validate = ajv.compile(whole);
    validate(value);
    expect([value, validate.errors]).toEqual([value, null]);
  }
});

test('the body of a search has the members that its parser takes', () => {
  expect(Object.keys(SEARCH_MEMBERS).sort()).toEqual(searchMembers().toSorted());
});

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const NAMED = SCHEMAS as unknown as Readonly<Record<string, Schema>>;
const resolvedSchema = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (NAMED[schema.$ref.split('/').at(-1) ?? ''] ?? {});

/** A closed object of a body: its names, and the body with one more member in it. */
interface Place {
  /** The name of its schema, or where it is. */
  readonly name: string;
  readonly known: readonly string[];
  readonly around: (member: Readonly<Record<string, unknown>>) => unknown;
}

/** The closed objects of a schema that an example has. */
function placesIn(
  schema: Schema,
  example: unknown,
  at: string,
  around: (value: unknown) => unknown,
): readonly Place[] {
  const resolved = resolvedSchema(schema);
  const { properties = {}, additionalProperties, items, anyOf = [] } = resolved;
  if (Array.isArray(example)) {
    const [first] = example;
    return [
      ...(items === undefined ? [] : placesIn(items, first, `${at}[]`, (one) => around([one]))),
      ...anyOf.flatMap((one) => placesIn(one, example, at, around)),
    ];
  }
  if (typeof example !== 'object' || example === null) return [];
  const inside = Object.entries(example).flatMap(([name, value]) => {
    const values = typeof additionalProperties === 'object' ? additionalProperties : undefined;
    const member = properties[name] ?? values;
    const wrap = (one: unknown) => around({ ...example, [name]: one });
    return member === undefined ? [] : placesIn(member, value, `${at}.${name}`, wrap);
  });
  const others = anyOf.flatMap((one) => placesIn(one, example, at, around));
  if (additionalProperties !== false) return [...inside, ...others];
  const besides = resolved.maxProperties === 1 ? {} : example;
  const place: Place = {
    name: schema.$ref?.split('/').at(-1) ?? at,
    known: Object.keys(properties),
    around: (member) => around({ ...besides, ...member }),
  };
  return [place, ...inside, ...others];
}

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
  readonly method: string;
  readonly path: string;
}

/** Each closed object once, in the first request that has it. */
const PROBES: ReadonlyMap<string, Probe> = new Map(
  USES.flatMap(([id, method, path]) => {
    const { schema, example } = SHAPES[id]?.body ?? {};
    if (schema === undefined) return [];
    const whole = FULLER[id] ?? example;
    return placesIn(schema as Schema, whole, id, (value) => value).map((place) => ({
      ...place,
      method,
      path,
    }));
  })
    .reverse()
    .map((probe) => [probe.name, probe]),
);

/** Names that are asked of each object, beside its own. */
const NAMES: ReadonlySet<string> = new Set(
  [...PROBES.values()].filter(({ known }) => known.length < 40).flatMap(({ known }) => known),
);
const VALUES: readonly unknown[] = [{ index: 'none', alias: 'probe' }, 'x', {}, [], 1, true];
const UNKNOWN = 'nobody_knows';
/** Of members that OpenSearch takes without effect, and that are refused here. */
const MEANINGLESS = /ha(?:s|ve) no meaning/;

interface Failure {
  readonly error?: {
    readonly reason?: string;
    readonly root_cause?: readonly { readonly reason: string }[];
  };
}

async function refusal(probe: Probe, name: string, value: unknown): Promise<string> {
  const response = await fetch(`${node.url}${probe.path}`, {
    method: probe.method,
    headers: { 'content-type': 'application/json' },
    body: filledIn(JSON.stringify(probe.around({ [name]: value }))),
  });
  const { error } = (await response.json()) as Failure;
  const reasons = (error?.root_cause ?? []).map(({ reason }) => reason);
  const text = `${response.status} ${[...reasons, error?.reason].join('; ')}`;
  return without(name, text.replaceAll(/\[\d+:\d+\]| did you mean [^?]*\?/g, ''));
}

/** Refusals of two names are compared without these names. */
const without = (name: string, reason: string): string =>
  reason.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), '');

test.each([...PROBES])('the code knows the members of %s, and no others', async (_name, probe) => {
  const unknown = await Promise.all(VALUES.map((value) => refusal(probe, UNKNOWN, value)));
  expect(unknown.filter((reason) => !reason.startsWith('4'))).toEqual([]);
  const wrong: string[] = [];
  for (const name of new Set([...NAMES, ...probe.known])) {
    const isTold = probe.known.includes(name);
    // Two values are enough for a name that nobody should know.
    const values = isTold ? VALUES : VALUES.slice(0, 2);
    const reasons = await Promise.all(values.map((value) => refusal(probe, name, value)));
    const isKnown = reasons.some(
      (reason, i) => reason !== without(name, unknown[i] ?? '') && !MEANINGLESS.test(reason),
    );
    if (isKnown === isTold) continue;
    wrong.push(`${name} is ${isKnown ? 'not told' : 'not known'}: ${reasons[0]}; ${unknown[0]}`);
  }
  expect(wrong).toEqual([]);
});

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
