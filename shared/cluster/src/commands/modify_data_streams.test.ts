/** Tests which indices join a data stream and leave it, and that a refused request does nothing. */
import type { JsonObject } from '@skein/content';
import { streamOf } from '../state/data_stream.js';
import { composable, createRequest, refusal, Scene } from '../testing/fixtures.js';
import type { StreamAction } from './modify_data_streams.js';

const DATED: JsonObject = { properties: { '@timestamp': { type: 'date' } } };

function scene(): Scene {
  const dataStream = { timestampField: '@timestamp', isHidden: false, allowsRouting: false };
  const template = composable('logs', { priority: 1, dataStream });
  const made = new Scene()
    .run('put_index_template', { template, create: false })
    .run('create_data_stream', { name: 'logs-a' })
    .run('create_data_stream', { name: 'logs-b' });
  for (const [name, mapping] of [
    ['dated', DATED],
    ['undated', {}],
    ['numbered', { properties: { '@timestamp': { type: 'long' } } }],
    ['named', DATED],
  ] as const)
    made.run('create_index', createRequest(name, {}, { mapping }));
  return made.run('update_aliases', {
    actions: [{ kind: 'add', indices: ['named'], alias: 'x' }],
  });
}

const FIRST = '.ds-logs-a-000001';
const add = (index: string, stream = 'logs-a'): StreamAction => ({
  kind: 'add_backing_index',
  stream,
  index,
});
const remove = (index: string, stream = 'logs-a'): StreamAction => ({
  kind: 'remove_backing_index',
  stream,
  index,
});

test('an index joins before the others, hidden, and is shown when it leaves', () => {
  const made = scene();
  const version = made.index('dated').settingsVersion;
  made.run('modify_data_streams', { actions: [add('dated')] });
  expect(streamOf(made.state, 'dated')?.indices).toEqual(['dated', FIRST]);
  expect(made.index('dated').settings.get('index.hidden')).toBe('true');
  expect(made.index('dated').settingsVersion).toBe(version + 1);
  const before = made.state;
  expect(made.run('modify_data_streams', { actions: [add('dated')] }).state).toBe(before);
  made.run('modify_data_streams', { actions: [remove('dated')] });
  expect(streamOf(made.state, FIRST)?.indices).toEqual([FIRST]);
  expect(streamOf(made.state, 'dated')).toBeUndefined();
  expect(made.index('dated').settings.get('index.hidden')).toBe('false');
});

test.each<[string, StreamAction, string]>([
  ['no stream', add('dated', 'none'), 'data stream [none] not found'],
  ['no index', add('gone'), 'gone'],
  [
    'an index of another stream',
    add('.ds-logs-b-000001'),
    'already a backing index on data stream',
  ],
  ['an index with an alias', add('named'), 'until its alias [x] is removed'],
  ['an index without the field', add('undated'), 'does not exist or is no date'],
  ['an index whose field is no date', add('numbered'), 'does not exist or is no date'],
  ['removing a stranger', remove('undated'), 'undated'],
  ['removing the write index', remove(FIRST), 'because it is the write index'],
])('refused: %s', (_what, action, reason) => {
  const made = scene();
  const before = made.state;
  expect(
    refusal(() => made.run('modify_data_streams', { actions: [add('dated'), action] })).reason,
  ).toContain(reason);
  expect(made.state).toBe(before);
});
