import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { typesOf } from '../../../../scripts/openapi_types/types.ts';
import { startTestAuth, type TestAuth } from '../testing/auth_service.js';

type Operations = Readonly<Record<string, Record<string, unknown>>>;
/** All but that of a fault of the service, 500. */
const STATUSES = '200 201 204 303 400 401 403 404 409 429 503'.split(' ');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

let auth: TestAuth;
let document: { readonly openapi: string; readonly paths: Readonly<Record<string, Operations>> };

beforeAll(async () => {
  auth = await startTestAuth({ 'auth.registration.enabled': 'true' });
  document = (await (await fetch(`${auth.url}/openapi.json`)).json()) as typeof document;
});
afterAll(() => auth.close());

it('describes what is answered, and with which methods', async () => {
  for (const [path, operations] of Object.entries(document.paths)) {
    const address = auth.url + path.replace(/\{\w+\}/g, 'x');
    for (const method of METHODS) {
      const { status } = await fetch(address, { method: method.toUpperCase(), redirect: 'manual' });
      expect([path, method, status === 405]).toEqual([path, method, !(method in operations)]);
    }
  }
});

it('has the statuses of success of each method, and those of errors that are answered', () => {
  const found = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses = {} }]) =>
      Object.keys(responses as object).map((status) => ({ path, method, status })),
    ),
  );
  const statuses = new Set(found.map(({ status }) => status));
  expect([...statuses].sort()).toEqual(STATUSES);
  for (const path of ['/token', '/revoke', '/introspect', '/device_authorization']) {
    const own = found.filter((each) => each.path === path).map(({ status }) => status);
    expect([path, own]).toEqual([path, ['200', '400', '401', '429', '503']]);
  }
  const pushed = found.filter(({ path }) => path === '/par').map(({ status }) => status);
  expect(pushed).toEqual(['201', '400', '401', '429', '503']);
});

it('tells the success of an operation of the administration by whether it answers something', () => {
  const answers = (path: string, method: string) =>
    Object.entries((document.paths[path]?.[method]?.responses ?? {}) as Record<string, object>)
      .filter(([status]) => status < '300' || ['404', '409'].includes(status))
      .map(([status, response]) => [status, 'content' in response]);
  const users = '/admin/v1/users';
  expect(answers(users, 'get')).toEqual([['200', true]]);
  expect(answers(users, 'post')).toEqual([
    ['201', true],
    ['409', false],
  ]);
  const done = [
    ['204', false],
    ['404', false],
  ];
  expect(answers(`${users}/{name}`, 'delete')).toEqual(done);
  expect(answers(`${users}/{name}/password`, 'put')).toEqual(done);
});

it('says what a service that is not ready answers, and that one which runs is alive', () => {
  const statuses = (path: string) => Object.keys(document.paths[path]?.get?.responses ?? {});
  expect(statuses('/health/ready')).toEqual(['200', '503']);
  expect(statuses('/health/live')).toEqual(['200']);
});

it('declares each name in a path, of each operation', () => {
  type Parameters = readonly { readonly in?: string; readonly name?: string }[];
  for (const [path, operations] of Object.entries(document.paths)) {
    const { parameters: ofAll = [] } = operations as { readonly parameters?: Parameters };
    for (const [method, { parameters = [] }] of Object.entries(operations)) {
      if (!METHODS.includes(method)) continue;
      const declared = [...ofAll, ...(parameters as Parameters)]
        .filter((each) => each.in === 'path')
        .map(({ name }) => name);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([path, method, declared]).toEqual([path, method, named]);
    }
  }
});

it('has every endpoint that the metadata name', async () => {
  const reply = await fetch(`${auth.url}/.well-known/oauth-authorization-server`);
  const metadata = (await reply.json()) as Record<string, unknown>;
  const addresses = Object.entries(metadata).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name));
  expect(addresses.length).toBeGreaterThan(7);
  for (const [, address] of addresses) {
    expect(Object.keys(document.paths)).toContain(String(address).slice(auth.url.length));
  }
});

it('refers to nothing that is not there, and names each operation once', () => {
  const text = JSON.stringify(document);
  for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = path
      .split('/')
      .reduce<unknown>((at, key) => (at as Operations)?.[key], document);
    expect([path, target]).toEqual([path, expect.any(Object)]);
  }
  const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(30);
});

it('is where that of a node is', async () => {
  const answer = await fetch(`${auth.url}/_openapi.json`);
  expect([answer.status, await answer.json()]).toEqual([200, document]);
});

it('follows what is turned off', async () => {
  const plain = await startTestAuth({ 'auth.password.enabled': 'false' });
  try {
    const text = await (await fetch(`${plain.url}/openapi.json`)).text();
    expect(text).not.toContain('"/register"');
    expect(text).toMatch(/"grant_type":\{"type":"string","enum":\[(?![^\]]*"password")/);
  } finally {
    await plain.close();
  }
});

it('gives types that compile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-auth-types-'));
  try {
    const types = typesOf(document as Parameters<typeof typesOf>[0]);
    expect(types.split('\n').length).toBeGreaterThan(30);
    writeFileSync(join(folder, 'types.ts'), types);
    const tsc = resolve(import.meta.dirname, '../../../../node_modules/.bin/tsc');
    const { status, stdout } = spawnSync(tsc, ['--noEmit', '--strict', 'types.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
