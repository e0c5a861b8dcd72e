/**
 * Copies that can be spread evenly: `cluster.routing.allocation.awareness.balance`, and the default
 * number of replicas.
 */
import { OneNodeApi } from '../../testing/one_node_api.js';

const AWARENESS = 'cluster.routing.allocation.awareness';
const DEFAULT = 'cluster.default_number_of_replicas';
const COPIES = 'expected total copies needs to be a multiple of total awareness attributes [3]';
const CAP = 'expected max cap on auto expand to be a multiple of total awareness attributes [3]';

let api: OneNodeApi;
beforeEach(async () => {
  api = await new OneNodeApi().start();
  await change({
    [`${AWARENESS}.attributes`]: 'zone,rack',
    [`${AWARENESS}.force.zone.values`]: 'a,b,c',
    [`${AWARENESS}.force.rack.values`]: 'r,s',
    [`${AWARENESS}.balance`]: true,
  });
});

async function change(transient: Readonly<Record<string, unknown>>): Promise<void> {
  expect((await api.request('PUT', '/_cluster/settings', { transient })).status).toBe(200);
}

const make = (name: string, settings: Readonly<Record<string, unknown>> = {}) =>
  api.request('PUT', `/${name}?wait_for_active_shards=0`, { settings });

const refused = (reason: string) => ({
  status: 400,
  json: { error: { type: 'validation_exception', reason: `Validation Failed: 1: ${reason};` } },
});

test('an index has as many copies as the most forced values of an attribute, or a multiple', async () => {
  expect(await make('none')).toMatchObject(refused(COPIES));
  expect(await make('two', { number_of_replicas: 1 })).toMatchObject(refused(COPIES));
  expect(await make('grown', { auto_expand_replicas: '0-1' })).toMatchObject(refused(CAP));
  for (const replicas of [2, 5]) {
    expect(await make(`of${replicas}`, { number_of_replicas: replicas })).toMatchObject({
      status: 200,
    });
  }
  expect(await make('any', { auto_expand_replicas: '0-all' })).toMatchObject({ status: 200 });
  expect(await make('.dot', { number_of_replicas: 1 })).toMatchObject({ status: 200 });
  await change({ [`${AWARENESS}.balance`]: null });
  expect(await make('two', { number_of_replicas: 1 })).toMatchObject({ status: 200 });
});

test('a changed number, and a template, are held to it too', async () => {
  await make('i', { number_of_replicas: 2 });
  const settings = (query: string, body: object) =>
    api.request('PUT', `/i/_settings${query}`, body);
  expect(await settings('', { number_of_replicas: 1 })).toMatchObject(refused(COPIES));
  expect(await settings('', { number_of_replicas: 2, auto_expand_replicas: '0-3' })).toMatchObject(
    refused(CAP),
  );
  expect(await settings('', { refresh_interval: '5s' })).toMatchObject({ status: 200 });
  expect(await settings('?preserve_existing=true', { number_of_replicas: 1 })).toMatchObject({
    status: 200,
  });
  const template = (body: object) =>
    api.request('PUT', '/_template/t', { index_patterns: ['t*'], ...body });
  expect(await template({})).toMatchObject({
    status: 400,
    json: {
      error: {
        type: 'invalid_index_template_exception',
        reason: `index_template [t] invalid, cause [Validation Failed: 1: ${COPIES};]`,
      },
    },
  });
  expect(await template({ settings: { number_of_replicas: 2 } })).toMatchObject({ status: 200 });
});

test('the default number of replicas counts for whoever gives none', async () => {
  await change({ [DEFAULT]: 2 });
  expect(await make('i')).toMatchObject({ status: 200 });
  const { json } = await api.request('GET', '/i/_settings');
  expect(json).toMatchObject({ i: { settings: { index: { number_of_replicas: '2' } } } });
  expect(await make('one', { number_of_replicas: 1 })).toMatchObject(refused(COPIES));
});
