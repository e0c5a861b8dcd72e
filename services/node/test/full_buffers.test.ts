/**
 * Full index buffers are written by another thread while the engine goes on. The node is killed
 * meanwhile: no acknowledged document may be missing afterwards, and none may be there twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Daemon, startDaemon } from './daemon.js';
import {
  type Acknowledged,
  type BulkAnswer,
  record,
  request,
  writeUntilKilled,
} from './killed_writers.js';

const INDEX = 'full';
const WRITERS = 3;
/** A buffer of 64 MiB is full after about eleven bulks. */
const BULK_DOCS = 24;
const DOCUMENT_BYTES = 256 * 1024;
/** The number of acknowledged bulks before each kill: in and between the flushes. */
const BULKS_BEFORE_KILL = [13, 24, 47];
/**
 * No buffer is emptied because the machine is small, and none is written by the engine thread
 * because it has few processors.
 */
const SETTINGS = ['indices.memory.index_buffer_size=512mb', 'node.processors=4'];

/** A busy machine writes half a gigabyte slowly. */
jest.setTimeout(1_800_000);

let next = 0;

/** New documents, and a document of the writer's own that each bulk replaces. */
function bulkOf(writer: number): string {
  const lines: string[] = [];
  for (let i = 0; i < BULK_DOCS; i++) {
    const id = i === 0 ? `hot-${writer}` : `doc-${next++}`;
    const filler = `${next} `.repeat(DOCUMENT_BYTES / `${next} `.length);
    lines.push(JSON.stringify({ index: { _id: id } }), JSON.stringify({ hot: i === 0, filler }));
  }
  return `${lines.join('\n')}\n`;
}

/** Writes until the node is killed, after `bulks` acknowledgements. */
async function loadUntilKilled(node: Daemon, found: Acknowledged, bulks: number): Promise<void> {
  const url = `${node.url}/${INDEX}/_bulk`;
  await writeUntilKilled(node, { writers: WRITERS, bulks }, async (writer) => {
    record(found, await request<BulkAnswer>(url, 'POST', bulkOf(writer)));
  });
}

interface MultiGetAnswer {
  readonly docs: readonly { readonly _id: string; readonly _version?: number }[];
}

async function check(node: Daemon, acknowledged: Acknowledged): Promise<void> {
  const ids = [...acknowledged.keys()];
  const body = JSON.stringify({ ids });
  const url = `${node.url}/${INDEX}/_mget?_source=false`;
  const { docs } = await request<MultiGetAnswer>(url, 'POST', body);
  const versions = new Map(docs.map(({ _id, _version }) => [_id, _version ?? 0]));
  const lost = ids.filter((id) => (versions.get(id) ?? 0) < (acknowledged.get(id) ?? 0));
  expect(lost).toEqual([]);
  await request(`${node.url}/${INDEX}/_refresh`, 'POST');
  const hot = JSON.stringify({ query: { term: { hot: true } } });
  const { count } = await request<{ count: number }>(`${node.url}/${INDEX}/_count`, 'POST', hot);
  expect(count).toBe(ids.filter((id) => id.startsWith('hot-')).length);
}

it('no acknowledged write is lost when a node is killed while another thread writes its buffers', async () => {
  const dataPath = mkdtempSync(join(tmpdir(), 'skein-full-'));
  let node = await startDaemon(dataPath, SETTINGS);
  try {
    const settings = { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' };
    const filler = { type: 'keyword', index: false, doc_values: false };
    const mappings = { properties: { hot: { type: 'boolean' }, filler } };
    await request(`${node.url}/${INDEX}`, 'PUT', JSON.stringify({ settings, mappings }));
    const acknowledged: Acknowledged = new Map();
    for (const bulks of BULKS_BEFORE_KILL) {
      await loadUntilKilled(node, acknowledged, bulks);
      node = await startDaemon(dataPath, SETTINGS);
      await request(`${node.url}/_cluster/health?wait_for_status=yellow&timeout=180s`, 'GET');
      await check(node, acknowledged);
    }
    expect(await node.stop()).toBe(0);
  } finally {
    await node.kill();
    rmSync(dataPath, { recursive: true, force: true });
  }
});
