/**
 * A `kill -9` at any instant neither loses nor doubles an acknowledged write. Writers send bulks
 * without pause, and the process is killed meanwhile; after the restart every acknowledged document
 * must be there, at its version or a later one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

const CYCLES = 20;
const SKEIN = join(__dirname, '../../cli/bin/skein.js');
const WRITERS = 4;
const BULK_DOCS = 50;
/**
 * The number of acknowledged bulks before each kill. It varies, so that kills meet flushes and
 * refreshes in all their states.
 */
const BULKS_BEFORE_KILL = [1, 7, 3, 19, 11, 2, 29, 5, 13, 17];

// A limit for hanging tests, longer than elsewhere: no other test starts a node so often.
jest.setTimeout(1_800_000);

/** The writes sent to one index, and the acknowledgements of the node. */
class Ledger {
  readonly index: string;
  readonly sent = new Set<string>();
  /** The highest acknowledged version of each document, by id. */
  readonly acknowledged: Acknowledged = new Map();
  #next = 0;

  constructor(index: string) {
    this.index = index;
  }

  /** The next bulk: mostly new documents, and updates of the writer's own hot document. */
  nextBulk(writer: number): string {
    const lines: string[] = [];
    for (let i = 0; i < BULK_DOCS; i++) {
      const id = i === 0 ? `hot-${writer}` : `doc-${this.#next++}`;
      this.sent.add(id);
      lines.push(JSON.stringify({ index: { _id: id } }), JSON.stringify({ writer, n: this.#next }));
    }
    return `${lines.join('\n')}\n`;
  }

  record(answer: BulkAnswer): void {
    record(this.acknowledged, answer);
  }
}

/**
 * Writes to all indices until the node is killed, after `bulks` acknowledgements of all writers
 * together.
 */
async function loadUntilKilled(node: Daemon, ledgers: Ledgers, bulks: number): Promise<void> {
  await writeUntilKilled(node, { writers: WRITERS, bulks }, async (writer, turn) => {
    const ledger = ledgers[(writer + turn) % ledgers.length] as Ledger;
    const url = `${node.url}/${ledger.index}/_bulk`;
    ledger.record(await request<BulkAnswer>(url, 'POST', ledger.nextBulk(writer)));
  });
}

type Ledgers = readonly Ledger[];

interface MultiGetAnswer {
  readonly docs: readonly {
    readonly _id: string;
    readonly found: boolean;
    readonly _version: number;
  }[];
}

async function versionsOf(node: Daemon, { index, sent }: Ledger): Promise<Map<string, number>> {
  const ids = [...sent];
  const versions = new Map<string, number>();
  for (let start = 0; start < ids.length; start += 5_000) {
    const body = JSON.stringify({ ids: ids.slice(start, start + 5_000) });
    const { docs } = await request<MultiGetAnswer>(
      `${node.url}/${index}/_mget?_source=false`,
      'POST',
      body,
    );
    for (const { _id, found, _version } of docs) if (found) versions.set(_id, _version);
  }
  return versions;
}

async function check(node: Daemon, ledger: Ledger): Promise<void> {
  const present = await versionsOf(node, ledger);
  const lost = [...ledger.acknowledged].filter(([id, version]) => (present.get(id) ?? 0) < version);
  expect([ledger.index, lost]).toEqual([ledger.index, []]);
  await request(`${node.url}/${ledger.index}/_refresh`, 'POST');
  const { count } = await request<{ count: number }>(`${node.url}/${ledger.index}/_count`, 'GET');
  expect([ledger.index, count]).toEqual([ledger.index, present.size]);
}

const PLAIN = { settings: {}, mappings: {} };
const SORTED = {
  settings: { 'sort.field': ['writer', 'n'], 'sort.order': ['asc', 'desc'] },
  mappings: { properties: { writer: { type: 'integer' }, n: { type: 'long' } } },
};

/** Creates an index that flushes every few bulks. */
async function create(
  node: Daemon,
  index: string,
  { settings, mappings }: typeof PLAIN | typeof SORTED,
): Promise<Ledger> {
  const often = { translog: { flush_threshold_size: '64kb' } };
  const shards = { number_of_shards: 2, number_of_replicas: 0 };
  const body = { settings: { index: { ...shards, ...often, ...settings } }, mappings };
  await request(`${node.url}/${index}`, 'PUT', JSON.stringify(body));
  return new Ledger(index);
}

/**
 * Runs `skein check-index`: every file of every shard is sound, and documents are in the order of
 * the index sort.
 */
async function checkFiles(dataPath: string): Promise<void> {
  const child = spawn(process.execPath, [SKEIN, 'check-index', dataPath], { stdio: 'pipe' });
  const written: string[] = [];
  child.stdout.on('data', (piece: Buffer) => written.push(piece.toString()));
  const [code] = await once(child, 'exit');
  expect({ code, problems: code === 0 ? '' : written.join('') }).toEqual({ code: 0, problems: '' });
}

it(`every acknowledged write survives ${CYCLES} kills, whether documents are sorted or as they come`, async () => {
  const dataPath = mkdtempSync(join(tmpdir(), 'skein-kill-'));
  let node = await startDaemon(dataPath);
  try {
    const ledgers = [await create(node, 'plain', PLAIN), await create(node, 'sorted', SORTED)];
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const bulks = BULKS_BEFORE_KILL[cycle % BULKS_BEFORE_KILL.length] ?? 1;
      await loadUntilKilled(node, ledgers, 2 * bulks);
      node = await startDaemon(dataPath);
      await request(`${node.url}/_cluster/health?wait_for_status=yellow&timeout=180s`, 'GET');
      for (const ledger of ledgers) await check(node, ledger);
    }
    expect(await node.stop()).toBe(0);
    await checkFiles(dataPath);
  } finally {
    await node.kill();
    rmSync(dataPath, { recursive: true, force: true });
  }
});
