/**
 * Client requests for features that a node does not have yet find nothing, in the words of an empty
 * OpenSearch 2.19.
 */
import type { JsonValue } from '@skein/content';
import { OneNodeApi } from '../testing/one_node_api.js';

let api: OneNodeApi;
beforeAll(async () => {
  api = await new OneNodeApi().start();
});

it.each<[path: string, status: number, json: JsonValue]>([
  ['/_index_template', 200, { index_templates: [] }],
  ['/_index_template/x*', 404, { index_templates: [] }],
  ['/_component_template', 200, { component_templates: [] }],
  ['/_component_template/x*', 404, { component_templates: [] }],
  ['/_template', 200, {}],
  ['/_template/nonesuch', 404, {}],
  ['/_template/nonesuch*', 404, {}],
  ['/_data_stream', 200, { data_streams: [] }],
  ['/_data_stream/x*', 200, { data_streams: [] }],
  ['/_snapshot', 200, {}],
  ['/_snapshot/_all', 200, {}],
  ['/_snapshot/_status', 200, { snapshots: [] }],
  ['/_ingest/pipeline', 404, {}],
  ['/_ingest/pipeline/x', 404, {}],
  ['/_search/pipeline', 404, {}],
  ['/_cat/repositories?format=json', 200, []],
])('GET %s', async (path, status, json) => {
  expect(await api.request('GET', path)).toEqual({ status, json });
});

it.each([
  ['/_index_template/x', 'resource_not_found_exception', 'index template matching [x] not found'],
  [
    '/_component_template/x',
    'resource_not_found_exception',
    'component template matching [x] not found',
  ],
  ['/_data_stream/x', 'index_not_found_exception', 'no such index [x]'],
  ['/_snapshot/x', 'repository_missing_exception', '[x] missing'],
  ['/_snapshot/x/_all', 'repository_missing_exception', '[x] missing'],
])('GET %s names what is missing', async (path, type, reason) => {
  expect(await api.request('GET', path)).toMatchObject({
    status: 404,
    json: { error: { type, reason } },
  });
});
