import { ScriptCache } from './script_cache.js';

test('a script compiled anew after it expired is the newest', () => {
  let nowMs = 0;
  const compiled: string[] = [];
  const cache = new ScriptCache<string>({
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    settings: { maxSize: 2, expireMs: 100, rate: undefined },
    rateSetting: 'rate',
    count: () => {},
  });
  const get = (key: string) =>
    cache.get(key, () => {
      compiled.push(key);
      return key;
    });
  get('a');
  get('b');
  nowMs = 200;
  get('a');
  get('c');
  get('a');
  expect(compiled).toEqual(['a', 'b', 'a', 'c']);
});
