import type { JsonValue } from '@skein/content';
import { parseJson } from '@skein/content';
import type { RequestHead } from '@skein/http';
import type { Actors } from '../../actors.js';
import { openSecurity } from '../../security/open_security.js';
import { OneNodeApi } from '../../testing/one_node_api.js';
import { quietDispatcher } from '../../testing/quiet_dispatcher.js';
import { scripts_painless_execute } from './scripts_painless_execute.js';

let api: OneNodeApi;
const asked: string[] = [];

beforeAll(async () => {
  api = await new OneNodeApi().start();
  for (const name of ['one', 'two']) await api.request('PUT', `/${name}`);
  const add = (indices: string[], alias: string) => ({ add: { indices, alias } });
  const actions = [add(['one', 'two'], 'both'), add(['two'], 'second')];
  await api.request('POST', '/_aliases', { actions });
});

async function execute(index: string): Promise<JsonValue> {
  const shardHost = {
    runShardless: async (_kind: string, { setup }: { setup: { index: { index: string } } }) => {
      asked.push(setup.index.index);
      return { result: true };
    },
  } as unknown as Actors['shardHost'];
  const actors = { masterService: api.master, security: openSecurity, shardHost };
  const dispatcher = quietDispatcher({ endpoints: [scripts_painless_execute], actors });
  const { signal } = new AbortController();
  const headers = { 'content-type': 'application/json' };
  const head = { method: 'POST', target: '/_scripts/painless/_execute', headers, signal };
  const admission = await dispatcher.admit(head as unknown as RequestHead);
  if (admission?.kind !== 'welcome') throw new Error('not admitted');
  const context_setup = { index, document: {} };
  const body = { script: { source: 'true' }, context: 'filter', context_setup };
  const { chunks } = await admission.answer(Buffer.from(JSON.stringify(body)));
  return parseJson(Buffer.concat(chunks));
}

beforeEach(() => {
  asked.length = 0;
});

it.each([
  ['one', 'one'],
  ['second', 'two'],
])('a script runs with the mapping of the index [%s]', async (name, index) => {
  expect(await execute(name)).toEqual({ result: true });
  expect(asked).toEqual([index]);
});

it.each([
  ['both', 'alias [both] has more than one index associated with it'],
  ['*', 'no such index [*]'],
  ['one,two', 'no such index [one,two]'],
  ['', 'no such index []'],
])('[%s] names no single index', async (name, reason) => {
  const error = { reason: expect.stringContaining(reason) };
  expect(await execute(name)).toMatchObject({ error });
  expect(asked).toEqual([]);
});
