/**
 * `GET /_openapi.json` of a real node is valid OpenAPI 3.1, and describes every accepted parameter
 * and no other.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { typesOf } from '../../../scripts/openapi_types/types.ts';
import { SHAPES } from '../src/api/openapi/schemas/all.js';
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
let node: TestNode;
let text: string;
let document: Document;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 1 });
  node = cluster.nodes[0] as TestNode;
  text = await (await fetch(`${node.url}/_openapi.json`)).text();
  document = JSON.parse(text);
});
afterAll(() => cluster.stop());

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
  ['indices.put_index_template', 'PUT', '/_index_template/books'],
  ['indices.get_index_template', 'GET', '/_index_template'],
  ['indices.create', 'PUT', '/books'],
  ['indices.put_mapping', 'PUT', '/books/_mapping'],
  ['indices.put_settings', 'PUT', '/books/_settings'],
  ['indices.update_aliases', 'POST', '/_aliases'],
  ['indices.get', 'GET', '/books'],
  ['indices.get_mapping', 'GET', '/books/_mapping'],
  ['indices.get_settings', 'GET', '/books/_settings'],
  ['indices.get_alias', 'GET', '/_alias'],
  ['index', 'PUT', '/books/_doc/1?refresh=true'],
  ['create', 'PUT', '/books/_create/2?refresh=true'],
  ['update', 'POST', '/books/_update/1?refresh=true'],
  ['get', 'GET', '/books/_doc/1'],
  ['search', 'POST', '/books/_search'],
  ['count', 'POST', '/books/_count'],
  ['delete', 'DELETE', '/books/_doc/1'],
  ['bulk', 'POST', '/_bulk'],
];

test('every shape is used here', () => {
  expect(USES.map(([id]) => id).sort()).toEqual(Object.keys(SHAPES).sort());
});

test.each(USES)('%s takes its example and answers as it is told', async (id, method, path) => {
  const shape = SHAPES[id];
  const body = shape?.lines?.example ?? (shape?.body && JSON.stringify(shape.body.example));
  const response = await fetch(`${node.url}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : {
          body,
          headers: {
            'content-type': shape?.lines ? 'application/x-ndjson' : 'application/json',
          },
        }),
  });
  const answer = await response.json();
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
