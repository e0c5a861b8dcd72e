import { Scene } from '../testing/fixtures.js';
import { scriptConfiguration } from './script_configuration.js';

function settingsWith(settings: Readonly<Record<string, string>>) {
  const configuredSettings = new Map(Object.entries(settings));
  return scriptConfiguration({ ...new Scene().state, configuredSettings }).settings;
}

test('without settings every type and context is allowed', () => {
  const { settings, stored } = scriptConfiguration(new Scene().state);
  expect(settings).toMatchObject({ allowedTypes: undefined, allowedContexts: undefined });
  expect(settings.contexts.size).toBe(0);
  expect(settings.maxSizeInBytes).toBe(65_535);
  expect(stored.size).toBe(0);
});

test.each([
  ['inline', ['inline']],
  ['both', ['inline', 'stored']],
  ['none', []],
])('the types %s allow %j', (types, allowed) => {
  expect(settingsWith({ 'script.allowed_types': types }).allowedTypes).toEqual(allowed);
});

test('named contexts are allowed, and none of them by [none]', () => {
  const of = (contexts: string) =>
    settingsWith({ 'script.allowed_contexts': contexts }).allowedContexts;
  expect(of('score, filter')).toEqual(['score', 'filter']);
  expect(of('none')).toEqual([]);
});

test('stored scripts come along', () => {
  const script = { lang: 'painless', source: '1', options: {} };
  const scene = new Scene().run('put_stored_script', { id: 'a', script, sizeBytes: 1 });
  expect([...scriptConfiguration(scene.state).stored]).toEqual([['a', script]]);
});

test('caches have the sizes, times and rates of their settings, by context or in general', () => {
  const general = settingsWith({
    'script.max_compilations_rate': '100/2m',
    'script.cache.max_size': '7',
    'script.cache.expire': '3m',
  }).general;
  expect(general).toMatchObject({ maxSize: 7, expireMs: 180_000 });
  const { contexts, general: none } = settingsWith({
    'script.max_compilations_rate': 'use-context',
    'script.context.score.cache_max_size': '9',
    'script.context.score.cache_expire': '1m',
    'script.context.filter.max_compilations_rate': '5/1m',
  });
  expect(none).toBeUndefined();
  expect([...contexts.keys()].sort()).toEqual(['filter', 'score']);
  expect(contexts.get('score')).toMatchObject({ maxSize: 9, expireMs: 60_000 });
  expect(contexts.get('filter')?.rate).not.toEqual(contexts.get('score')?.rate);
  expect(contexts.get('filter')?.maxSize).not.toBe(9);
});
