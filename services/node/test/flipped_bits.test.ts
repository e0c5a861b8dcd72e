/**
 * One bit of a file of a killed node is flipped, and the node is started again: it shows every
 * acknowledged document, or names what it cannot read; it is never green with less. The bits are
 * drawn from a seed. Every bit of every kind of file is flipped in
 * `shared/engine/src/flipped_bits.test.ts`, `shared/engine/src/translog/flipped_bits.test.ts` and
 * `services/node/src/coordination_host/journal.test.ts`; here whole processes are tested.
 */

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Daemon, startDaemon } from './daemon.js';
import { requestAt } from './json_requests.js';

/** `SEED=<number>` repeats a run. */
const { seed: SEED = 1 } = fc.readConfigureGlobal() ?? {};
const DOCUMENTS = ['1', '2', '3'];

interface Explanation {
  readonly unassigned_info?: { readonly details?: string };
  readonly node_allocation_decisions?: readonly {
    readonly store?: { readonly store_exception?: { readonly reason: string } };
  }[];
}

/** The reason why a copy of the shard cannot be opened or read. */
function reasonIn({ unassigned_info, node_allocation_decisions = [] }: Explanation): string {
  const stores = node_allocation_decisions.map(({ store }) => store?.store_exception?.reason);
  return [unassigned_info?.details, ...stores].filter((each) => each !== undefined).join();
}

/** Every refusal contains one of these words, and the place. */
const NAMED = /corrupt|damaged|checksum failed/;

let random = SEED;

/** A random number below `end`. */
function pick(end: number): number {
  random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((random / 2 ** 32) * end);
}

const ask = async <T>(node: Daemon, method: string, path: string, body?: unknown): Promise<T> =>
  (await requestAt(() => node.url)<T>(method, path, body)).json;

/**
 * Makes the data of a killed node: documents that were acknowledged one by one, two of them
 * committed.
 */
async function killedNode(dataPath: string): Promise<void> {
  const node = await startDaemon(dataPath);
  try {
    await ask(node, 'PUT', '/lone', { settings: { number_of_shards: 1, number_of_replicas: 0 } });
    for (const id of DOCUMENTS) {
      if (id === '3') await ask(node, 'POST', '/lone/_flush');
      expect(await ask(node, 'PUT', `/lone/_doc/${id}`, { n: Number(id) })).toMatchObject({
        result: 'created',
      });
    }
  } finally {
    await node.kill();
  }
}

function filesOf(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .sort();
}

/** Flips a bit in the last matching file; returns a description. */
function flip(dataPath: string, ending: RegExp, part: 'end' | 'any'): string {
  const name = filesOf(dataPath, ending).at(-1) ?? '';
  const path = join(dataPath, name);
  const bytes = readFileSync(path);
  const from = part === 'end' ? Math.max(0, bytes.length - 192) : 0;
  const at = from + pick(bytes.length - from);
  const bit = pick(8);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  writeFileSync(path, bytes);
  return `SEED=${SEED}: bit ${bit} of byte ${at} of [${name}]`;
}

/**
 * Resolves with `all` when every acknowledged document is shown, or with the words in which the
 * node refuses.
 */
async function shownAfter(dataPath: string): Promise<string> {
  let node: Daemon;
  try {
    node = await startDaemon(dataPath);
  } catch (error) {
    return (error as Error).message;
  }
  try {
    return await shownBy(node);
  } finally {
    await node.kill();
  }
}

async function shownBy(node: Daemon): Promise<string> {
  for (let turn = 0; ; turn++) {
    const { status } = await ask<{ readonly status: string }>(
      node,
      'GET',
      '/_cluster/health?wait_for_status=green&timeout=100ms',
    );
    const explained = await ask<Explanation>(node, 'POST', '/_cluster/allocation/explain', {
      index: 'lone',
      shard: 0,
      primary: true,
    });
    const reason = reasonIn(explained);
    if (status === 'red' && NAMED.test(reason)) return reason;
    if (status !== 'green') {
      if (turn > 200) return JSON.stringify({ status, explained });
      continue;
    }
    const { docs } = await ask<{
      readonly docs: readonly { readonly _source?: unknown; readonly error?: unknown }[];
    }>(node, 'POST', '/lone/_mget', { ids: DOCUMENTS });
    const failed = docs.find(({ error }) => error !== undefined);
    if (failed !== undefined) return JSON.stringify(failed);
    const found = docs.map(({ _source }) => JSON.stringify(_source));
    const expected = DOCUMENTS.map((id) => JSON.stringify({ n: Number(id) }));
    return found.join() === expected.join() ? 'all' : `green with ${found.join()}`;
  }
}

let whole: string;

beforeAll(async () => {
  whole = mkdtempSync(join(tmpdir(), 'skein-flip-'));
  await killedNode(whole);
});

afterAll(() => rmSync(whole, { recursive: true, force: true }));

it.each([
  ['the last sync of the translog', /\.tlog$/, 'end'],
  ['the translog', /\.tlog$/, 'any'],
  ['a segment', /\.seg$/, 'any'],
  ['the sources of documents', /\.src$/, 'any'],
  ['a commit', /segments_\w+$/, 'any'],
  ['the last cluster state', /journal-\d+$/, 'end'],
  ["a copy's identity", /\.copy$/, 'any'],
] as const)('%s', async (_what, ending, part) => {
  const damaged = mkdtempSync(join(tmpdir(), 'skein-flipped-'));
  try {
    cpSync(whole, damaged, { recursive: true });
    const what = flip(damaged, ending, part);
    const shown = await shownAfter(damaged);
    expect({ what, shown }).toEqual({
      what,
      shown: expect.stringMatching(/^all$|^(?!green).*(?:corrupt|damaged|checksum failed)/s),
    });
  } finally {
    rmSync(damaged, { recursive: true, force: true });
  }
});
