/**
 * rsyslog ships lines of a file into an index and into a data stream. The suite runs if the machine
 * has rsyslog with its module for Elasticsearch.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

const PROGRAM = '/usr/sbin/rsyslogd';
const MODULES = [
  '/usr/lib/x86_64-linux-gnu/rsyslog',
  '/usr/lib/aarch64-linux-gnu/rsyslog',
  '/usr/lib64/rsyslog',
];
const HAS_IT =
  existsSync(PROGRAM) && MODULES.some((folder) => existsSync(join(folder, 'omelasticsearch.so')));

const folder = mkdtempSync(join(tmpdir(), 'skein-rsyslog-'));
const lines = join(folder, 'app.log');
let cluster: TestCluster | undefined;
let program: ChildProcess | undefined;
afterAll(async () => {
  if (program !== undefined && program.exitCode === null) {
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
  }
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * A configuration of two actions: plain documents, and `create` operations alone, as data streams
 * require.
 */
function configuration(port: string): string {
  const to = `type="omelasticsearch" server="127.0.0.1" serverport="${port}" searchType="" template="document" bulkmode="on"
         action.resumeRetryCount="-1" action.resumeInterval="1" errorfile="${folder}/errors"`;
  return `
global(workDirectory="${folder}")
module(load="imfile" mode="polling" pollingInterval="1")
module(load="omelasticsearch")
input(type="imfile" file="${lines}" tag="app:" freshStartTail="off")
template(name="document" type="list" option.json="on") {
  constant(value="{\\"@timestamp\\":\\"") property(name="timereported" dateFormat="rfc3339")
  constant(value="\\",\\"tag\\":\\"") property(name="syslogtag")
  constant(value="\\",\\"message\\":\\"") property(name="msg")
  constant(value="\\"}")
}
template(name="id" type="string" string="%$.id%")
set $.id = $uuid;
action(${to} searchIndex="syslog")
action(${to} searchIndex="logs-syslog-default" writeoperation="create" bulkid="id" dynbulkid="on")
`;
}

(HAS_IT ? test : test.skip)('lines of a file are found in an index and in a stream', async () => {
  cluster = await TestCluster.start({ nodes: 1 });
  await cluster.formed(1);
  const [node] = cluster.nodes as [TestNode];
  await node.request('PUT', '/_index_template/logs', {
    index_patterns: ['logs-*-*'],
    data_stream: {},
    priority: 200,
  });
  writeFileSync(lines, 'the first line\nwith "quotes" and \\ back\\slashes\n');
  const file = join(folder, 'rsyslog.conf');
  writeFileSync(file, configuration(new URL(node.url).port));
  program = spawn(PROGRAM, ['-n', '-f', file, '-i', join(folder, 'pid')], { stdio: 'inherit' });
  const found = async (index: string, count: number) => {
    await eventually(`${count} lines in ${index}`, async () => {
      await node.request('POST', `/${index}/_refresh`);
      const { json } = await node.request<{ count?: number }>('GET', `/${index}/_count`);
      return json.count === count ? true : undefined;
    });
  };
  await found('syslog', 2);
  await found('logs-syslog-default', 2);
  appendFileSync(lines, 'a third line\n');
  await found('syslog', 3);
  await found('logs-syslog-default', 3);
  const { json } = await node.request<{ hits: { hits: { _source: { message: string } }[] } }>(
    'GET',
    '/logs-syslog-default/_search?q=message:quotes',
  );
  const [hit] = json.hits.hits;
  expect(hit?._source.message).toBe('with "quotes" and \\ back\\slashes');
  expect(existsSync(join(folder, 'errors'))).toBe(false);
  const { status } = await node.request('GET', '/_data_stream/logs-syslog-default');
  expect(status).toBe(200);
});
