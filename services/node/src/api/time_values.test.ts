import { OneNodeApi } from '../testing/one_node_api.js';

let api: OneNodeApi;
beforeEach(async () => {
  api = await new OneNodeApi().start();
  await api.request('PUT', '/logs-1', { aliases: { logs: {} } });
});

/** As OpenSearch: 36 hours are `36h`, and 1.5 days an error, wherever a duration is given. */
test.each<['GET' | 'POST' | 'PUT', string, object | undefined]>([
  ['GET', '/_cluster/health?timeout=0.5d', undefined],
  ['PUT', '/logs-1/_settings', { 'index.refresh_interval': '0.5d' }],
  ['PUT', '/_cluster/settings', { transient: { 'search.default_search_timeout': '0.5d' } }],
  ['PUT', '/_cluster/settings', { transient: { 'script.max_compilations_rate': '10/0.5d' } }],
  ['POST', '/logs/_rollover', { conditions: { max_age: '0.5d' } }],
  [
    'PUT',
    '/_index_template/s',
    {
      index_patterns: ['s-*'],
      data_stream: {},
      template: { lifecycle: { data_retention: '0.5d' } },
    },
  ],
])('%s %s refuses fractions of a unit', async (method, path, body) => {
  const { status, json } = await api.request(method, path, body);
  expect([status, JSON.stringify(json)]).toEqual([
    400,
    expect.stringContaining('failed to parse [0.5d], fractional time values are not supported'),
  ]);
});

test('the retention of a stream is shown as it can be put again', async () => {
  const template = { lifecycle: { data_retention: '36h' } };
  const body = { index_patterns: ['s-*'], data_stream: {}, template };
  await api.request('PUT', '/_index_template/s', body);
  await api.request('PUT', '/_data_stream/s-a');
  const { json } = await api.request('GET', '/_data_stream/s-a/_lifecycle');
  expect(json).toMatchObject({ data_streams: [{ lifecycle: { data_retention: '36h' } }] });
});
