/**
 * Composable templates and their components, with OpenSearch 2.19's responses to the same sequence
 * of requests.
 */
import { OneNodeApi } from '../../testing/one_node_api.js';
import { answersTo, RECORDED_PLACES } from '../../testing/recorded_requests.js';

/**
 * Removes positions in bodies, which depend on white space, and names generated for one request.
 */
function comparable(response: unknown): unknown {
  const text = JSON.stringify(response)
    .replace(RECORDED_PLACES, '')
    .replace(/simulate_(index_)?template/g, 'simulated');
  return JSON.parse(text);
}

test('recorded requests', async () => {
  const file = new URL('./testdata/opensearch_templates.ndjson', import.meta.url);
  const { own, recorded } = await answersTo(file, comparable);
  expect(own).toEqual(recorded);
});

test.each<[unknown, unknown]>([
  [{}, undefined],
  [{ properties: {} }, {}],
  [{ _source: { enabled: true } }, {}],
])('of a simulated mapping %j is left %j', async (mappings, left) => {
  const api = await new OneNodeApi().start();
  const { json } = await api.request('POST', '/_index_template/_simulate', {
    index_patterns: ['logs-*'],
    template: { mappings },
  });
  expect((json as { template: { mappings?: unknown } }).template.mappings).toEqual(left);
});

test('an index begins with the strongest template alone, and what the request says', async () => {
  const api = await new OneNodeApi().start();
  await api.request('PUT', '/_template/old', {
    index_patterns: ['logs-*'],
    mappings: { properties: { legacy: { type: 'long' } } },
  });
  await api.request('PUT', '/_component_template/base', {
    template: {
      settings: { number_of_shards: 2 },
      mappings: {
        properties: { a: { type: 'keyword' }, b: { type: 'text' } },
        dynamic_templates: [{ d: { match: 'x*', mapping: { type: 'keyword' } } }],
      },
      aliases: { all: {} },
    },
  });
  const weak = { index_patterns: ['logs-*'], priority: 1 };
  await api.request('PUT', '/_index_template/weak', weak);
  await api.request('PUT', '/_index_template/strong', {
    index_patterns: ['logs-*'],
    priority: 2,
    composed_of: ['base'],
    template: {
      mappings: {
        properties: { a: { type: 'long' } },
        dynamic_templates: [{ d: { match: 'y*', mapping: { type: 'long' } } }],
      },
      aliases: { '{index}-alias': {} },
    },
  });
  await api.request('PUT', '/logs-1', { mappings: { properties: { b: { type: 'keyword' } } } });
  const { json } = await api.request('GET', '/logs-1');
  expect(json).toMatchObject({
    'logs-1': {
      aliases: { all: {}, 'logs-1-alias': {} },
      mappings: {
        dynamic_templates: [{ d: { match: 'y*', mapping: { type: 'long' } } }],
        properties: { a: { type: 'long' }, b: { type: 'keyword' } },
      },
      settings: { index: { number_of_shards: '2' } },
    },
  });
});

test('a hidden index is no match for all', async () => {
  const api = await new OneNodeApi().start();
  const template = { settings: { number_of_shards: 3 } };
  await api.request('PUT', '/_index_template/global', { index_patterns: ['*'], template });
  await api.request('PUT', '/seen');
  await api.request('PUT', '/hidden', { settings: { hidden: true } });
  const shards = async (index: string) => {
    const { json } = await api.request('GET', `/${index}/_settings`);
    return (json as Record<string, { settings: { index: object } }>)[index]?.settings.index;
  };
  expect(await shards('seen')).toMatchObject({ number_of_shards: '3' });
  expect(await shards('hidden')).toMatchObject({ number_of_shards: '1' });
});

test('a mapping without anything is not shown', async () => {
  const api = await new OneNodeApi().start();
  const template = { settings: {}, mappings: {} };
  await api.request('PUT', '/_component_template/empty', { template });
  const { json } = await api.request('GET', '/_component_template/empty');
  expect(json).toEqual({
    component_templates: [{ name: 'empty', component_template: { template: { settings: {} } } }],
  });
});

test('a template that several rules refuse is refused for the reason of OpenSearch', async () => {
  const api = await new OneNodeApi().start();
  const reasonOf = async (body: object) => {
    const { status, json } = await api.request('PUT', '/_index_template/t', body);
    return [status, (json as { error?: { reason?: string } }).error?.reason];
  };
  const patterns = { index_patterns: [] };
  expect(await reasonOf({ ...patterns, composed_of: ['none'] })).toEqual([
    400,
    'index_template [t] invalid, cause [index template [t] specifies component templates [none] that do not exist]',
  ]);
  expect(await reasonOf({ ...patterns, priority: -1 })).toEqual([
    400,
    'Validation Failed: 1: index template priority must be >= 0;',
  ]);
  expect(await reasonOf(patterns)).toEqual([400, 'There must be at least one pattern, zero given']);
  const mappings = { properties: { '@timestamp': { properties: { day: { type: 'date' } } } } };
  const stream = { index_patterns: ['logs-*'], data_stream: {}, template: { mappings } };
  expect(await reasonOf(stream)).toEqual([
    400,
    'composable template [t] template after composition is invalid',
  ]);
});

test('a filter of a template that the mapping of a new index cannot take is refused', async () => {
  const api = await new OneNodeApi().start();
  const mapping = { properties: { n: { type: 'long' } } };
  const aliases = { few: { filter: { range: { n: { lt: 'many' } } } } };
  const body = { index_patterns: ['logs-*'], template: { aliases } };
  await api.request('PUT', '/_index_template/logs', body);
  const refused = await api.request('PUT', '/logs-1', { mappings: mapping });
  expect(refused).toMatchObject({
    status: 400,
    json: {
      error: {
        reason: 'failed to parse filter for alias [few]',
        caused_by: { type: 'number_format_exception', reason: 'For input string: "many"' },
      },
    },
  });
  expect((await api.request('PUT', '/logs-2')).status).toBe(200);
});

test.each([
  ['index_patterns', [null], "Can't get text on a VALUE_NULL at 1:20"],
  ['index_patterns', ['a', {}], "Can't get text on a START_OBJECT at 1:24"],
  ['composed_of', [null], "Can't get text on a VALUE_NULL at 1:17"],
])('the %s of a template are texts, not %j', async (member, list, reason) => {
  const api = await new OneNodeApi().start();
  const { json } = await api.request('PUT', '/_index_template/t', { [member]: list });
  expect(json).toMatchObject({
    error: { type: 'x_content_parse_exception', caused_by: { reason } },
  });
});
