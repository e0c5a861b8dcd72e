import { readHttpListeners } from './http_listeners.js';

const listenersOf = (settings: Readonly<Record<string, string>>) =>
  readHttpListeners(new Map(Object.entries(settings)));

test('none unless named', () => {
  expect(listenersOf({ 'http.port': '9200' })).toEqual([]);
});

test('each has a name, a port and a profile', () => {
  const settings = {
    'http.port': '9200',
    'http.listeners.os.profile': 'opensearch-2',
    'http.listeners.os.port': '9210',
    'http.listeners.elastic-9.port': '9220-9230',
    'http.listeners.elastic-9.profile': 'elasticsearch-9',
  };
  expect(listenersOf(settings)).toEqual([
    { name: 'elastic-9', port: '9220-9230', profile: 'elasticsearch-9' },
    { name: 'os', port: '9210', profile: 'opensearch-2' },
  ]);
});

const OS = { 'http.listeners.os.port': '9210', 'http.listeners.os.profile': 'opensearch-2' };

test.each([
  [{ 'http.listeners.os.port': '9210' }, '[http.listeners.os.profile] is missing'],
  [{ 'http.listeners.os.profile': 'opensearch-2' }, '[http.listeners.os.port] is missing'],
  [{ ...OS, 'http.listeners.os.profile': 'solr' }, 'is [solr], expected one of [universal'],
  [{ ...OS, 'http.listeners.os.host': '::' }, '[http.listeners.os.host] is not known'],
  [{ ...OS, 'http.listeners.port': '1' }, '[http.listeners.port] is not known'],
  [{ ...OS, 'http.port': '9210' }, '[http.listeners.os.port] and [http.port] are both [9210]'],
  [
    { ...OS, 'http.listeners.a.port': '9210', 'http.listeners.a.profile': 'universal' },
    '[http.listeners.os.port] and [http.listeners.a.port] are both [9210]',
  ],
])('%j is refused', (settings, reason) => {
  expect(() => listenersOf(settings)).toThrow(reason);
});
