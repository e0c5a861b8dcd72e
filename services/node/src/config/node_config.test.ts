import { readNodeConfig } from './node_config.js';

const MACHINE = { hostname: 'host', processors: 4, heapBytes: 4e9, memoryBytes: 16e9 };
const read = (settings: Record<string, string>) =>
  readNodeConfig(new Map(Object.entries(settings)), MACHINE);

test('defaults come from the tables and the machine', () => {
  expect(read({})).toMatchObject({
    clusterName: 'skein',
    nodeName: 'host',
    engineWorkers: 4,
    searchWorkers: 4,
    mergeWorkers: 2,
    flushesElsewhere: true,
    memoryLimitBytes: 8e9,
    indexBufferBytes: 4e8,
    http: { hosts: ['127.0.0.1'], port: '9200-9300', maxContentLengthBytes: 100 * 1024 * 1024 },
    log: { level: 'info', format: undefined, folder: undefined },
  });
});

test.each([
  ['1', false],
  ['2', false],
  ['3', true],
])('with %s processors other threads write full buffers: %s', (processors, flushesElsewhere) => {
  expect(read({ 'node.processors': processors })).toMatchObject({ flushesElsewhere });
});

test('what is given wins', () => {
  const config = read({
    'node.name': 'n1',
    'network.host': '0.0.0.0',
    'http.port': '9201',
    'node.attr.testattr': 'test',
    'node.engine_workers': '1',
    'cluster.routing.allocation.enable': 'none',
  });
  expect(config).toMatchObject({ nodeName: 'n1', engineWorkers: 1 });
  expect(config.http).toMatchObject({ hosts: ['0.0.0.0'], port: '9201' });
  expect([...config.attributes]).toEqual([['testattr', 'test']]);
});

test.each([
  [{ 'http.prot': '1' }, 'unknown setting [http.prot], did you mean [http.port]?'],
  [{ 'completely.else': '1' }, 'unknown setting [completely.else]'],
  [{ 'http.port': 'x' }, 'Failed to parse value [x] for setting [http.port]'],
  [{ 'http.cors.allow-origin': '/(/' }, 'Bad regex in [http.cors.allow-origin]: [/(/]'],
  [
    { 'node.attr.remote_store.segment.repository': 'r' },
    '[node.attr.remote_store.segment.repository] is not supported',
  ],
  [{ 'logger.format': 'xml' }, 'Failed to parse value [xml] for setting [logger.format]'],
])('refuses %j', (settings, reason) => {
  expect(() => read(settings as Record<string, string>)).toThrow(reason);
});
