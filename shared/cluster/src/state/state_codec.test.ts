import { atOnce } from '@skein/base';
import { runCommand } from '../run_command.js';
import { createRequest, environment, NODE, oneNodeState } from '../testing/fixtures.js';
import type { ManagedIndex } from './lifecycle.js';
import { StateCodec } from './state_codec.js';
import {
  applyPartsChange,
  changeOfParts,
  decodePartsChange,
  encodePartsChange,
  hashOfParts,
  NO_PARTS,
} from './state_parts.js';

const env = environment();
const first = runCommand(oneNodeState(env), 'create_index', createRequest('a'), env);
const second = runCommand(
  first,
  'create_index',
  createRequest('b', { 'index.priority': '2' }),
  env,
);
const changed = runCommand(
  second,
  'put_mapping',
  { indices: ['a'], mapping: { properties: { n: { type: 'long' } } } },
  env,
);
const third = runCommand(second, 'delete_index', { indices: ['a'] }, env);

it('a state is the same after the way through its parts', () => {
  for (const state of [first, second, changed, third]) {
    expect(new StateCodec().decode(new StateCodec().encode(state))).toEqual(state);
  }
});

it('a change holds what changed, and leads to the same parts and hash on the other side', () => {
  const sender = new StateCodec();
  const receiver = new StateCodec();
  let there = NO_PARTS;
  let before = NO_PARTS;
  for (const state of [first, second, changed, second, third]) {
    const parts = sender.encode(state);
    const change = changeOfParts(before, parts);
    there = applyPartsChange(there, decodePartsChange(encodePartsChange(change)));
    before = parts;
    expect(hashOfParts(there)).toBe(hashOfParts(parts));
    expect(receiver.decode(there)).toEqual(state);
  }
  const { changed: sent, removed } = changeOfParts(sender.encode(second), sender.encode(third));
  expect([...removed].sort()).toEqual(['index/a', 'routing/a']);
  expect(sent.map(([key]) => key)).not.toContain('index/b');
});

it('parts that were decoded in advance are not decoded again, and not encoded either', () => {
  const parts = new StateCodec().encode(second);
  const codec = new StateCodec();
  expect(atOnce(codec.decoding(parts))).toBeUndefined();
  const before = new Map([...parts].map(([key, bytes]) => [key, bytes.slice()]));
  for (const [key, bytes] of parts) if (key !== 'header') bytes.fill(0);
  const decoded = codec.decode(parts);
  expect(decoded).toEqual(second);
  const again = codec.encode(decoded);
  for (const [key, bytes] of parts) if (key !== 'header') expect(again.get(key)).toBe(bytes);
  expect([...before.keys()].sort()).toEqual([...again.keys()].sort());
});

it('what did not change is the same object in the next state', () => {
  const sender = new StateCodec();
  const receiver = new StateCodec();
  const parts = sender.encode(first);
  const old = receiver.decode(parts);
  const next = receiver.decode(
    applyPartsChange(parts, changeOfParts(parts, sender.encode(second))),
  );
  expect(next.metadata.indices.get('a')).toBe(old.metadata.indices.get('a'));
  expect(next.nodes).toBe(old.nodes);
  expect(next.metadata.indices).not.toBe(old.metadata.indices);
  // The receiver encodes the state again, as a new master would: it sends only the parts that it
  // changes.
  expect(changeOfParts(receiver.encode(old), parts).changed.map(([key]) => key)).toEqual([
    'header',
  ]);
});

it('how far an index is in its policy comes along', () => {
  const progress = {
    ...{ version: 3, dialect: 'ism', policyId: 'p', policy: { a: [1] }, policyVersion: 1 },
    ...{ policySeqNo: 0, sinceMs: 1, stateSinceMs: 2, action: 0, actionSinceMs: 3, failures: 0 },
    ...{ status: 'running', message: 'm', change: { policyId: 'q', state: 's' } },
  } as Partial<ManagedIndex> as ManagedIndex;
  const index = first.metadata.indices.get('a');
  const step = { index: 'a', uuid: index?.uuid ?? '', effects: [], to: progress };
  const state = runCommand(first, 'lifecycle_step', step, env);
  const back = new StateCodec().decode(new StateCodec().encode(state));
  expect(back.metadata.indices.get('a')?.lifecycle).toEqual(progress);
  expect(back).toEqual(state);
});

it('the hash of all parts is the sum of the hashes of its parts', () => {
  const sum = (hashes: readonly string[], from: number) =>
    hashes.reduce((all, hash) => (all + Number.parseInt(hash.slice(from, from + 8), 16)) >>> 0, 0);
  const parts = new StateCodec().encode(second);
  const each = [...parts].map((part) => hashOfParts(new Map([part])));
  const hex = (word: number) => word.toString(16).padStart(8, '0');
  expect(hashOfParts(parts)).toBe(hex(sum(each, 0)) + hex(sum(each, 8)));
  expect(hashOfParts(NO_PARTS)).toBe('0'.repeat(16));
});

it('another content has another hash, in whatever part, and the order does not matter', () => {
  const parts = new StateCodec().encode(second);
  const hash = hashOfParts(parts);
  expect(hashOfParts(new Map([...parts].reverse()))).toBe(hash);
  for (const [key, bytes] of parts) {
    const flipped = bytes.slice();
    flipped[0] = (flipped[0] ?? 0) ^ 1;
    expect(hashOfParts(new Map(parts).set(key, flipped))).not.toBe(hash);
    const renamed = new Map([...parts].filter(([name]) => name !== key)).set(`${key}x`, bytes);
    expect(hashOfParts(renamed)).not.toBe(hash);
  }
  expect(second.nodes.get(NODE.id)).toBeDefined();
});
