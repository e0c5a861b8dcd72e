import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClusterNode, emptyState, StateCodec } from '@skein/cluster';
import { DurableFile, JournalFolder, systemClock, systemTimers } from '@skein/platform';
import { Journal } from '../coordination_host/journal.js';
import { TEST_NODE } from '../testing/test_node.js';
import { checkDataWhole } from './data_whole.js';

const turns = { clock: systemClock, timers: systemTimers };
let dataPath: string;

beforeEach(() => {
  dataPath = mkdtempSync(join(tmpdir(), 'skein-whole-'));
});

afterEach(() => rmSync(dataPath, { recursive: true, force: true }));

const check = () => checkDataWhole({ dataPath, nodeName: 'b' }, turns);
const saveId = () => new DurableFile(join(dataPath, 'node_id')).save(new Uint8Array(1));

function addIndices(...names: string[]): void {
  for (const name of names) mkdirSync(join(dataPath, 'indices', name), { recursive: true });
}

function node(name: string): ClusterNode {
  return { ...TEST_NODE, id: `id-${name}`, name, roles: [] };
}

/** A state with two nodes. */
async function addState(): Promise<void> {
  const folder = new JournalFolder(join(dataPath, 'coordination'));
  const { journal, persistent } = await Journal.open(folder, turns);
  const nodes = new Map(['a', 'b'].map((name) => [`id-${name}`, node(name)]));
  const state = { ...emptyState('test', 'u'), nodes };
  await journal.write(persistent, new StateCodec().encode(state));
  await folder.close();
}

test('new directories and whole ones are taken', async () => {
  await check();
  addIndices();
  mkdirSync(join(dataPath, 'indices'));
  await check();
  await saveId();
  await check();
  addIndices('uuid-1');
  await addState();
  await check();
});

test('shards without a cluster state are not passed over', async () => {
  await saveId();
  addIndices(...Array.from({ length: 12 }, (_, i) => `uuid-${i + 10}`));
  const refusal = {
    type: 'corrupt_state_exception',
    reason: expect.stringMatching(
      /indices \[uuid-10, .*… \(12\)\] and no cluster state: folder \[coordination\] is missing or empty.*\[skein check-index\]/,
    ),
  };
  await expect(check()).rejects.toMatchObject(refusal);
  mkdirSync(join(dataPath, 'coordination'));
  await expect(check()).rejects.toMatchObject(refusal);
});

test('a node without its id is told which one it had', async () => {
  addIndices('uuid-1');
  await addState();
  await expect(check()).rejects.toMatchObject({
    type: 'corrupt_state_exception',
    reason: expect.stringContaining(
      `no file [node_id], by which its cluster knows it. Put it back, or write it with [skein node-id ${dataPath} -- id-b]; in the last cluster state [a is id-a, b is id-b]`,
    ),
  });
  writeFileSync(join(dataPath, 'node_id'), '');
  await check();
});
