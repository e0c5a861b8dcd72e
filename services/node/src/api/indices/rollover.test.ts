/** `_rollover` of aliases, with OpenSearch 2.19's responses to the same sequence of requests. */

import { OneNodeApi } from '../../testing/one_node_api.js';
import {
  ownAnswers,
  RECORDED_PLACES,
  recordedAnswers,
  recordedRequests,
} from '../../testing/recorded_requests.js';

const RECORDED = recordedRequests(
  new URL('./testdata/opensearch_rollover.ndjson', import.meta.url),
);

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
  const answers = await ownAnswers(RECORDED, comparable);
  expect(answers).toEqual(recordedAnswers(RECORDED, comparable));
});

test('date math in a name stays date math', async () => {
  const api = await new OneNodeApi().start();
  const name = encodeURIComponent('<logs-{now/y{yyyy}}-1>');
  await api.request('PUT', `/${name}`, { aliases: { logs: {} } });
  const { json } = await api.request('POST', '/logs/_rollover?dry_run=true');
  expect(json).toMatchObject({ dry_run: true, rolled_over: false });
  expect((json as { new_index: string }).new_index).toMatch(/^logs-\d{4}-000002$/);
});
