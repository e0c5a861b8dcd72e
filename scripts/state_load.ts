/**
 * Measures what a cluster state of many shards costs the main threads: each step of a change from
 * the command to the node that applies it, for a change of one index, and for a whole state as
 * after an election. Network and disk are left out: other work goes on while a thread waits for
 * them.
 *
 *     node scripts/state_load.ts [--indices 5000] [--shards 1] [--replicas 1]
 *
 * Prints the CPU milliseconds of one step, the least of several runs. Needs a build.
 */
import { inSlices } from '../shared/base/dist/mod.js';
import {
  applyPartsChange,
  type ClusterState,
  type CommandName,
  type CommandRequest,
  changeOfParts,
  decodePartsChange,
  decodingPartsChange,
  encodePartsChange,
  encodingPartsChange,
  hashingParts,
  hashOfParts,
  type IndexMetadata,
  type IndexRouting,
  NO_PARTS,
  runCommand,
  StateCodec,
  type StateParts,
} from '../shared/cluster/dist/mod.js';
import {
  createRequest,
  environment,
  NODE,
  Scene,
} from '../shared/cluster/dist/testing/fixtures.js';
import { systemClock, systemTimers } from '../shared/platform/dist/mod.js';
import { commandLine } from './command_line.ts';

const RUNS = 7;

const { values: given } = commandLine(import.meta, {
  options: {
    indices: 5000,
    shards: 1,
    replicas: 1,
  },
});

/**
 * A state of three nodes with every copy started. Its indices are copies of one: making each by a
 * command would cost what is to be measured.
 */
function largeState(): ClusterState {
  const scene = new Scene();
  for (const id of ['node-2', 'node-3']) {
    const node = { ...NODE, id, name: id, ephemeralId: id, transportAddress: `${id}:9300` };
    scene.run('join_node', { node, becomesMaster: false });
  }
  const settings = {
    'index.number_of_shards': String(given.shards),
    'index.number_of_replicas': String(given.replicas),
  };
  const text = { type: 'text', fields: { raw: { type: 'keyword' } } };
  const mapping = { properties: { title: text, body: text, date: { type: 'date' } } };
  scene
    .run('create_index', createRequest('model', settings, { mapping }))
    .startAll()
    .startAll();
  const index = scene.index('model');
  const routing = scene.state.routing.get('model');
  if (routing === undefined) throw new Error('the model has no routing');
  const indices = new Map<string, IndexMetadata>();
  const tables = new Map<string, IndexRouting>();
  for (let i = 0; i < given.indices; i++) {
    const name = `index-${i}`;
    indices.set(name, { ...index, name, uuid: `${name}-uuid`, settings: new Map(index.settings) });
    tables.set(name, { ...copyOf(routing, i), index: name, uuid: `${name}-uuid` });
  }
  const persistentSettings = new Map([['cluster.max_shards_per_node', '100000']]);
  const metadata = { ...scene.state.metadata, indices, persistentSettings };
  return { ...scene.state, metadata, routing: tables };
}

/** A copy of the routing with its shards on the next nodes in turn. */
function copyOf(routing: IndexRouting, turn: number): IndexRouting {
  const ids = ['node-1', 'node-2', 'node-3'];
  const moved = (nodeId: string) => ids[(ids.indexOf(nodeId) + turn) % ids.length];
  const shards = routing.shards.map((copies) =>
    copies.map((copy) => ({ ...copy, nodeId: moved(copy.nodeId ?? ''), allocationId: `${turn}` })),
  );
  return { ...routing, shards };
}

function least(run: () => void): string {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < RUNS; i++) {
    const { user, system } = process.cpuUsage();
    run();
    const used = process.cpuUsage({ user, system });
    best = Math.min(best, (used.user + used.system) / 1000);
  }
  return best.toFixed(2);
}

const state = largeState();
const env = environment(7);
const run = <Name extends CommandName>(name: Name, request: CommandRequest<Name>) =>
  runCommand(state, name, request, env);
const mapping = { properties: { added: { type: 'long' } } };
const putMapping = () => run('put_mapping', { indices: ['index-7'], mapping });
const createIndex = () => run('create_index', createRequest('new'));

const copies = [...state.routing.values()].reduce(
  (sum, { shards }) => sum + shards.reduce((all, each) => all + each.length, 0),
  0,
);
console.log(
  `${given.indices} indices, ${copies} copies of shards\n\nCPU ms of one step, a change of one index`,
);
console.log(`command put_mapping\t${least(putMapping)}`);
console.log(`command create_index, with its allocation\t${least(createIndex)}`);

const master = new StateCodec();
const before: StateParts = master.encode(state);
const changed = createIndex();
const after = master.encode(changed);
const change = encodePartsChange(changeOfParts(before, after));
console.log(`encode the state\t${least(() => master.encode(changed))}`);
console.log(`hash it\t${least(() => hashOfParts(after))}`);
console.log(
  `what changed, ${change.length} bytes\t${least(() => encodePartsChange(changeOfParts(before, after)))}`,
);

const member = new StateCodec();
const received = applyPartsChange(
  NO_PARTS,
  decodePartsChange(encodePartsChange(changeOfParts(NO_PARTS, before))),
);
hashOfParts(received);
member.decode(received);
const next = applyPartsChange(received, decodePartsChange(change));
console.log(
  `received: parts\t${least(() => applyPartsChange(received, decodePartsChange(change)))}`,
);
console.log(`received: hash\t${least(() => hashOfParts(next))}`);
console.log(`received: decode\t${least(() => member.decode(next))}`);

console.log('\nCPU ms of one step, a whole state');
const whole = encodePartsChange(changeOfParts(NO_PARTS, before));
const fresh = () => applyPartsChange(NO_PARTS, decodePartsChange(whole));
console.log(`encode it for the first time\t${least(() => new StateCodec().encode(state))}`);
console.log(
  `hash it for the first time\t${least(() => hashOfParts(new Map([...before].map(([key, bytes]) => [key, bytes.slice()]))))}`,
);
console.log(
  `as one message, ${whole.length} bytes\t${least(() => encodePartsChange(changeOfParts(NO_PARTS, before)))}`,
);
console.log(`received: parts\t${least(fresh)}`);
console.log(`received: hash\t${least(() => hashOfParts(fresh()))}`);
console.log(`received: decode\t${least(() => new StateCodec().decode(before))}`);

/**
 * The longest CPU time between two turns of the event loop while the work runs in slices of a few
 * milliseconds.
 */
async function longestTurn(work: () => Generator<unknown, unknown>): Promise<string> {
  const pauses: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    let isDone = false;
    const done = inSlices(work(), { clock: systemClock, timers: systemTimers }).finally(() => {
      isDone = true;
    });
    let longest = 0;
    for (let before = process.cpuUsage(); !isDone; before = process.cpuUsage()) {
      await new Promise((resolve) => setImmediate(resolve));
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
    await done;
    pauses.push(longest);
  }
  return Math.min(...pauses).toFixed(2);
}

function* unpacking(): Generator<unknown, unknown> {
  const parts = applyPartsChange(NO_PARTS, yield* decodingPartsChange(whole));
  yield* hashingParts(parts);
  yield* new StateCodec().decoding(parts);
  return parts;
}

console.log('\nCPU ms of the longest turn of the event loop meanwhile');
console.log(
  `encode it for the first time\t${await longestTurn(() => new StateCodec().encoding(state))}`,
);
console.log(
  `as one message\t${await longestTurn(() => encodingPartsChange(changeOfParts(NO_PARTS, before)))}`,
);
console.log(`received: parts, hash, decode\t${await longestTurn(unpacking)}`);
