import { encodeJson, type JsonObject } from '@skein/content';
import { grokPatterns } from '../grok_patterns.js';
import { simulateBytes, testThread } from '../testing/test_thread.js';

const thread = testThread();

/** The document behind the processors, or the reason for which it failed. */
function sent(reroute: JsonObject, document: JsonObject, index = 'logs-app-prod'): unknown {
  const processors = [{ reroute }, { set: { field: 'late', value: true } }];
  const body = { pipeline: { processors }, docs: [{ _index: index, _source: document }] };
  const { docs } = simulateBytes(thread, encodeJson(body));
  const [result] = docs as [{ doc?: JsonObject; error?: JsonObject }];
  return result.doc ?? result.error?.reason;
}

const stream = (type: string, dataset: string, namespace: string) => ({
  _index: `${type}-${dataset}-${namespace}`,
  _source: { data_stream: { type, dataset, namespace } },
});

test('a document goes where it is sent, and the processors behind are skipped', () => {
  expect(sent({ destination: 'elsewhere' }, { a: 1 })).toMatchObject({
    _index: 'elsewhere',
    _source: { a: 1 },
  });
  expect(sent({ destination: 'elsewhere' }, {})).not.toHaveProperty('_source.late');
});

test('parts that are not named stay as the name of the index has them', () => {
  expect(sent({}, {})).toMatchObject(stream('logs', 'app', 'prod'));
  expect(sent({ dataset: 'web' }, {})).toMatchObject(stream('logs', 'web', 'prod'));
  expect(sent({ namespace: 'test' }, {})).toMatchObject(stream('logs', 'app', 'test'));
  expect(sent({ type: 'metrics' }, {})).toMatchObject(stream('metrics', 'app', 'prod'));
  expect(sent({}, {}, 'logs-app-a-b')).toMatchObject(stream('logs', 'app', 'a-b'));
});

test('the first part that the document has is taken, cleaned', () => {
  const reroute = { dataset: ['{{ service.name }}', '{{{tag}}}', 'generic'] };
  expect(sent(reroute, { service: { name: 'Web-Shop' }, tag: 'x' })).toMatchObject(
    stream('logs', 'web_shop', 'prod'),
  );
  expect(sent(reroute, { tag: 'a:b c' })).toMatchObject(stream('logs', 'a_b_c', 'prod'));
  expect(sent(reroute, { tag: 5 })).toMatchObject(stream('logs', 'generic', 'prod'));
  const long = { namespace: '{{ns}}' };
  expect(sent(long, { ns: `a-${'b'.repeat(200)}` })).toMatchObject(
    stream('logs', 'app', `a-${'b'.repeat(98)}`),
  );
});

test('event.dataset follows the dataset if it is there', () => {
  expect(sent({ dataset: 'web' }, { event: { dataset: 'old' } })).toMatchObject({
    _source: { event: { dataset: 'web' } },
  });
  expect(sent({ dataset: 'web' }, {})).not.toHaveProperty('_source.event');
});

test.each([
  ['logs', {}, 'invalid data stream name: [logs]'],
  ['a-b', {}, 'must follow naming scheme <type>-<dataset>-<namespace>'],
])('an index [%s] is no data stream', (index, reroute, reason) => {
  expect(String(sent(reroute, {}, index))).toContain(reason);
});

test.each([
  [
    { destination: 'x', dataset: 'y' },
    'can only be set if type, dataset, and namespace are not set',
  ],
  [{ dataset: 'a-b' }, "'a-b' contains disallowed characters"],
  [{ dataset: '{{a b}}' }, "'{{a b}}' contains disallowed characters"],
  [{ namespace: 'A' }, "'A' contains disallowed characters"],
])('%j is refused', (reroute, reason) => {
  expect(() => sent(reroute, {})).toThrow(reason);
});

test('the patterns of grok are listed by dictionary, sorted if that is asked for', () => {
  const sorted = Object.keys(grokPatterns('disabled', true) ?? {});
  expect(sorted).toEqual([...sorted].sort());
  const asWritten = Object.keys(grokPatterns('disabled', false) ?? {});
  expect([...asWritten].sort()).toEqual(sorted);
  expect(asWritten).not.toEqual(sorted);
  expect(grokPatterns('v1', true)).toHaveProperty('IP');
  expect(grokPatterns('v2', true)).toBeUndefined();
});
