/** Resets of settings that the cluster's default, or the mapping, has a say in. */
import { createRequest, refusal, Scene } from '../testing/fixtures.js';

const update = (entries: Readonly<Record<string, string | null>>) => ({
  indices: ['a'],
  settings: new Map(Object.entries(entries)),
  preserveExisting: false,
});

test.each(['index.number_of_replicas', 'index.*'])('%s without a value: the default', (key) => {
  const transient = new Map([['cluster.default_number_of_replicas', '2']]);
  const scene = new Scene()
    .run('create_index', createRequest('a', { 'index.number_of_replicas': '0' }))
    .run('update_cluster_settings', { transient, persistent: new Map() })
    .run('update_index_settings', update({ [key]: null }));
  expect(scene.index('a').numberOfReplicas).toBe(2);
  expect(scene.state.routing.get('a')?.shards[0]).toHaveLength(3);
});

const ANALYZER = {
  'index.analysis.analyzer.mine.type': 'custom',
  'index.analysis.analyzer.mine.tokenizer': 'keyword',
};
const REMOVED = Object.fromEntries(Object.keys(ANALYZER).map((key) => [key, null]));

test('an analyzer that a field of a closed index names is not removed', () => {
  const mapping = { properties: { t: { type: 'text', analyzer: 'mine' } } };
  const scene = new Scene()
    .run('create_index', createRequest('a', ANALYZER, { mapping }))
    .run('close_index', { indices: ['a'] });
  expect(refusal(() => scene.run('update_index_settings', update(REMOVED)))).toMatchObject({
    type: 'mapper_parsing_exception',
    reason: 'Failed to parse mapping [_doc]: analyzer [mine] has not been configured in mappings',
  });
  expect(scene.index('a').settings.get('index.analysis.analyzer.mine.tokenizer')).toBe('keyword');
});

test('an analyzer that no field names is removed', () => {
  const scene = new Scene()
    .run('create_index', createRequest('a', ANALYZER))
    .run('close_index', { indices: ['a'] })
    .run('update_index_settings', update(REMOVED));
  expect(scene.index('a').settings.has('index.analysis.analyzer.mine.type')).toBe(false);
});

test('a wildcard resets only the dynamic settings of an open index', () => {
  const mapping = { properties: { t: { type: 'text', analyzer: 'mine' } } };
  const given = {
    ...ANALYZER,
    'index.codec': 'best_compression',
    'index.max_result_window': '500',
  };
  const scene = new Scene()
    .run('create_index', createRequest('a', given, { mapping }))
    .run('update_index_settings', update({ 'index.*': null }));
  const { settings } = scene.index('a');
  expect(settings.get('index.analysis.analyzer.mine.tokenizer')).toBe('keyword');
  expect(settings.get('index.codec')).toBe('best_compression');
  expect(settings.has('index.max_result_window')).toBe(false);
});
