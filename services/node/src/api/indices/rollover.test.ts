/** `_rollover` of aliases, with OpenSearch 2.19's responses to the same sequence of requests. */

import { OneNodeApi } from '../../testing/one_node_api.js';
import { answersTo, RECORDED_PLACES } from '../../testing/recorded_requests.js';

/** Removes values that change each time. */
function comparable(response: unknown): unknown {
  const text = JSON.stringify(response)
    .replace(RECORDED_PLACES, '')
    .replace(/"(index_uuid|creation_date|uuid)":"[^"]*"/g, '"$1":""')
    .replace(/\/[\w-]{22}\]/g, '/UUID]')
    .replace(/"shards_acknowledged":(true|false)/g, '"shards_acknowledged":"?"');
  return JSON.parse(text);
}

test('recorded requests', async () => {
  const file = new URL('./testdata/opensearch_rollover.ndjson', import.meta.url);
  const { own, recorded } = await answersTo(file, comparable);
  expect(own).toEqual(recorded);
});

test('date math in a name stays date math', async () => {
  const api = await new OneNodeApi().start();
  const name = encodeURIComponent('<logs-{now/y{yyyy}}-1>');
  await api.request('PUT', `/${name}`, { aliases: { logs: {} } });
  const { json } = await api.request('POST', '/logs/_rollover?dry_run=true');
  expect(json).toMatchObject({ dry_run: true, rolled_over: false });
  expect((json as { new_index: string }).new_index).toMatch(/^logs-\d{4}-000002$/);
});

test('any max and all min conditions must be met, as in Elasticsearch', async () => {
  const api = await new OneNodeApi().start();
  await api.request('PUT', '/logs-1', { aliases: { logs: {} } });
  const rolled = async (conditions: object) => {
    const path = '/logs/_rollover?dry_run=true';
    const { status, json } = await api.request('POST', path, { conditions });
    return status === 200 ? (json as { conditions: object }).conditions : status;
  };
  expect(
    await rolled({ max_primary_shard_docs: 0, max_primary_shard_size: '1gb', min_docs: 1 }),
  ).toEqual({
    '[max_primary_shard_docs: 0]': true,
    '[max_primary_shard_size: 1gb]': false,
    '[min_docs: 1]': false,
  });
  expect(await rolled({ min_age: '1d' })).toBe(400);
  const roll = async (conditions: object) =>
    (await api.request('POST', '/logs/_rollover', { conditions })).json;
  expect(await roll({ max_primary_shard_docs: 0, min_docs: 1 })).toMatchObject({
    rolled_over: false,
  });
  expect(await roll({ max_docs: 5, max_primary_shard_size: '0b', min_age: '0ms' })).toMatchObject({
    rolled_over: true,
  });
});

test('a number of documents is any long, and a size is one with a unit', async () => {
  const api = await new OneNodeApi().start();
  await api.request('PUT', '/logs-1', { aliases: { logs: {} } });
  const answered = async (conditions: object) =>
    JSON.stringify(
      (await api.request('POST', '/logs/_rollover?dry_run=true', { conditions })).json,
    );
  const never = '"[max_docs: 9223372036854775807]":false';
  expect(await answered({ max_docs: '9223372036854775807' })).toContain(never);
  expect(await answered({ max_docs: '9223372036854775808' })).toContain('out of range for a long');
  for (const max_size of ['5', '8192pb']) {
    expect(await answered({ max_size })).toContain('"type":"parse_exception"');
  }
});

test.each<['POST' | 'PUT', string]>([
  ['POST', '/logs/_rollover'],
  ['POST', '/logs-1/_close'],
  ['PUT', '/logs-1/_block/write'],
] as const)(
  '%s %s is acknowledged once it is committed, even if it waits for nothing',
  async (method, path) => {
    const api = await new OneNodeApi().start();
    await api.request('PUT', '/logs-1', { aliases: { logs: {} } });
    const { json } = await api.request(method, `${path}?timeout=0`);
    expect(json).toMatchObject({ acknowledged: true });
  },
);
