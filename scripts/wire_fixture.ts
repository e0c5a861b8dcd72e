/**
 * `node scripts/wire_fixture.ts FOLDER`: writes what two nodes of this version, which must be
 * built, say to each other (`wire.json.gz`). It is run once per release, into
 * services/node/test/testdata/version_X; services/node/test/wire_fixtures.test.ts reads all of
 * them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { freePorts, ServiceProcess } from '../shared/testkit/dist/mod.js';
import { commandLine } from './command_line.ts';
import { answersOf, ask, fillNode } from './upgrade_check/contents.ts';
import { type RecordedLink, WireRecorder } from './upgrade_check/record_wire.ts';

const { positionals } = commandLine(import.meta, { allowPositionals: true });
const [folder] = positionals;
if (folder === undefined) {
  console.error('wire_fixture: the argument FOLDER is missing');
  process.exit(2);
}
const ROOT = resolve(import.meta.dirname, '..');
/** Messages of one kind that are kept; the rest says nothing new. */
const KEPT = 3;
const HEADER_BYTES = 24;
/** Kinds of frames (`shared/transport/src/frame.ts`). */
const REPLY = 12;
const CHUNK = 15;
const LONGEST_BYTES = 64 * 1024;

const work = mkdtempSync(join(tmpdir(), 'skein-wire-'));
const names = ['n1', 'n2'];
const ports = await freePorts(names.length);
const recorders = await Promise.all(ports.map((port) => WireRecorder.start(port)));
const seeds = recorders.map(({ port }) => `127.0.0.1:${port}`).join(',');
const nodes = await Promise.all(
  names.map((name, i) =>
    ServiceProcess.start(ROOT, 'node', {
      'node.name': name,
      'cluster.name': 'kept',
      'path.data': join(work, name),
      'http.port': '0',
      'transport.secret': 'of a recording',
      'transport.port': String(ports[i]),
      'transport.publish_port': String(recorders[i]?.port),
      'discovery.seed_hosts': seeds,
      'cluster.initial_master_nodes': names.join(','),
    }),
  ),
);
try {
  const [{ url }, other] = nodes;
  await ask(url, 'GET', '/_cluster/health?wait_for_nodes=2&timeout=60s');
  await fillNode(url);
  await ask(url, 'PUT', '/copied', { settings: { number_of_shards: 2, number_of_replicas: 1 } });
  await ask(url, 'GET', '/_cluster/health/copied?wait_for_status=green&timeout=60s');
  for (const each of [url, other.url]) {
    await ask(each, 'PUT', `/copied/_doc/${each.length}-${nodes.length}?refresh=true`, { n: 1 });
    await ask(each, 'POST', '/copied/_search', {
      query: { match_all: {} },
      aggs: { n: { stats: { field: 'n' } } },
    });
    await answersOf(each);
    for (const path of ['/_nodes/stats', '/_cat/shards', '/_tasks', '/_cat/recovery']) {
      await ask(each, 'GET', `${path}${path.startsWith('/_cat') ? '?format=json' : ''}`);
    }
  }
} finally {
  await Promise.all(nodes.map((node) => node.stop()));
  for (const recorder of recorders) recorder.stop();
  rmSync(work, { recursive: true, force: true });
}
const links = recorders.flatMap((recorder) => recorder.links()).map(sampled);
mkdirSync(resolve(folder), { recursive: true });
writeFileSync(join(resolve(folder), 'wire.json.gz'), gzipSync(JSON.stringify(links), { level: 9 }));

interface Header {
  readonly kind: number;
  readonly isChunked: boolean;
  readonly action: number;
  readonly requestId: number;
}

function headerOf(message: Uint8Array): Header {
  const view = Buffer.from(message);
  return {
    kind: view.readUInt8(3),
    isChunked: view.readUInt8(4) !== 0,
    action: view.readUInt16BE(6),
    requestId: view.readUInt32BE(8),
  };
}

/** The first messages of each kind and call of both directions, and the replies to them. */
function sampled({ fromDialer, fromListener }: RecordedLink) {
  const [dialer, listener] = [chosen(fromDialer), chosen(fromListener)];
  const base64 = (messages: readonly Uint8Array[]) =>
    messages.map((message) => Buffer.from(message).toString('base64'));
  return {
    dialer: base64([...dialer.messages, ...repliesTo(listener.asked, fromDialer)]),
    listener: base64([...listener.messages, ...repliesTo(dialer.asked, fromListener)]),
  };
}

function chosen(messages: readonly Uint8Array[]) {
  const seen = new Map<string, number>();
  const asked = new Set<number>();
  const kept = messages.filter((message) => {
    if (message.length < HEADER_BYTES || message.length > LONGEST_BYTES) return false;
    const { kind, isChunked, action, requestId } = headerOf(message);
    if (isChunked || kind === REPLY || kind === CHUNK) return false;
    const key = `${kind} ${action}`;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    if (count >= KEPT) return false;
    asked.add(requestId);
    return true;
  });
  return { messages: kept, asked };
}

function repliesTo(asked: ReadonlySet<number>, messages: readonly Uint8Array[]) {
  return messages.filter((message) => {
    if (message.length < HEADER_BYTES || message.length > LONGEST_BYTES) return false;
    const { kind, isChunked, requestId } = headerOf(message);
    return kind === REPLY && !isChunked && asked.has(requestId);
  });
}
