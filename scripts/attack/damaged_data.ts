/**
 * Damages one file of a killed node while the node is down: a bit is flipped, the end or everything
 * is cut, or another shard's file takes its place. Either the node does not start, or the shard
 * stays red, or a read is refused; a complete answer has exactly the acknowledged documents.
 */
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ServiceProcess } from '@skein/testkit';
import type { Dice } from '../differential/dice.ts';
import { answeredJson } from '../trusted_json.ts';
import { type Attack, mustHold } from './attack.ts';
import type { Ground } from './ground.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DOCUMENTS = 300;
/** Files that belong to no shard and no state: a node makes a new one, or admits no other node. */
const OTHERS = new Set(['node.lock', 'transport_secret']);
const INDICES = ['one', 'two'];

const DAMAGES: Readonly<Record<string, (path: string, dice: Dice) => void>> = {
  'a bit flipped': (path, dice) => {
    const bytes = readFileSync(path);
    const at = dice.int(Math.max(1, bytes.length));
    bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.int(8));
    writeFileSync(path, bytes);
  },
  'its end cut off': (path, dice) => {
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, dice.int(Math.max(1, bytes.length))));
  },
  'its end zeros': (path, dice) => {
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0, dice.int(Math.max(1, bytes.length))));
  },
  'bytes behind it': (path, dice) =>
    appendFileSync(path, Buffer.alloc(1 + dice.int(100), 1 + dice.int(255))),
  'nothing left of it': (path) => rmSync(path),
};

export const damagedData: Attack = {
  name: 'damaged_data',
  claim: 'whatever becomes of a file, what a node answers in full is all that was acknowledged',
  round: async (ground, dice) => {
    const sound = await soundFolder(ground);
    const folder = ground.path('damaged');
    rmSync(folder, { recursive: true, force: true });
    cpSync(sound, folder, { recursive: true });
    const file = dice.pick(filesOf(folder));
    const damage = dice.chance(20) ? swap(folder, file, dice) : dice.pick(Object.keys(DAMAGES));
    DAMAGES[damage]?.(join(folder, file), dice);
    const node = await start(folder).catch((refusal: Error) => refusal);
    if (node instanceof Error) {
      mustHold(!/\n {4}at /.test(node.message), () => `${file}, ${damage}: ${node.message}`);
      return;
    }
    try {
      for (const index of INDICES) await mustBeWhole(node.url, index, `${file}, ${damage}`);
    } finally {
      await node.kill();
    }
  },
};

/**
 * Makes the data folder of a killed node: documents in segments and in translogs, some of them
 * updated and deleted.
 */
async function soundFolder(ground: Ground): Promise<string> {
  const folder = ground.path('sound');
  if (existsSync(folder)) return folder;
  const made = ground.path('making');
  const node = await start(made);
  for (const index of INDICES) {
    const settings = { number_of_shards: index === 'one' ? 2 : 1, number_of_replicas: 0 };
    await ask(`${node.url}/${index}`, 'PUT', { settings });
    for (const [from, to] of [
      [0, 150],
      [150, DOCUMENTS],
    ] as const) {
      const lines = Array.from({ length: to - from }, (_, i) => documentLines(from + i));
      await ask(`${node.url}/${index}/_bulk`, 'POST', lines.join(''));
      if (to < DOCUMENTS) await ask(`${node.url}/${index}/_flush`, 'POST', undefined);
    }
  }
  await node.kill();
  cpSync(made, folder, { recursive: true });
  return folder;
}

const documentLines = (n: number) => `{"index":{"_id":"${n}"}}\n${JSON.stringify(source(n))}\n`;
const source = (n: number) => ({ n, text: `word${n % 50} and others` });

interface FoundBody {
  readonly _shards?: { readonly failed: number };
  readonly hits: { readonly hits: readonly { readonly _source: unknown }[] };
}

async function mustBeWhole(url: string, index: string, told: string): Promise<void> {
  const health = `${url}/_cluster/health/${index}?wait_for_status=green&timeout=3s`;
  const { status } = await ask<{ readonly status: string }>(health, 'GET', undefined);
  if (status !== 'green') return;
  await ask(`${url}/${index}/_refresh`, 'POST', undefined);
  const query = { size: 1000, sort: ['n'], track_total_hits: true };
  const found = await ask<FoundBody>(`${url}/${index}/_search`, 'POST', query);
  const shards = found._shards;
  if (shards === undefined || shards.failed > 0) return;
  const { hits } = found.hits;
  const sources = hits.map((hit) => hit._source);
  const expected = Array.from({ length: DOCUMENTS }, (_, n) => source(n));
  mustHold(
    JSON.stringify(sources) === JSON.stringify(expected),
    () => `${told}: [${index}] is green with ${sources.length} of ${DOCUMENTS} documents`,
  );
}

/** Swaps the file with one of the same name in another shard. */
function swap(folder: string, file: string, dice: Dice): string {
  const others = filesOf(folder).filter(
    (other) => other !== file && basename(other) === basename(file),
  );
  if (others.length === 0) return 'a bit flipped';
  const other = dice.pick(others);
  const [ours, theirs] = [file, other].map((name) => readFileSync(join(folder, name)));
  writeFileSync(join(folder, file), theirs ?? '');
  writeFileSync(join(folder, other), ours ?? '');
  return `in the place of ${other}`;
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !OTHERS.has(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

function start(folder: string): Promise<ServiceProcess> {
  const settings = { 'http.port': '0', 'transport.port': '0', 'logger.level': 'error' };
  return ServiceProcess.start(ROOT, 'node', { ...settings, 'path.data': folder });
}

async function ask<Body>(url: string, method: string, body: unknown): Promise<Body> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return answeredJson(answer);
}
