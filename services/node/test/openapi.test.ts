/** `GET /_openapi.json` of a real node: it is valid OpenAPI 3.1, and tells of every parameter that is accepted, and of no other. */
import SwaggerParser from '@apidevtools/swagger-parser';
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

/** Parameters that are known only beside another, or without a body. */
const special = new Map(
  ENDPOINTS.map(({ id, paramsBeside, paramsWithoutBody }) => [
    id,
    new Set([...Object.keys(paramsBeside), ...paramsWithoutBody, 'source', 'source_content_type']),
  ]),
);

test('tells of parameters that are accepted', async () => {
  const refused: string[] = [];
  for (const { path, method, operation } of operations()) {
    // What it would do is not wanted: only reading requests are sent.
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
