/** Tests what a shard starts with: nothing, its files, or the documents of other shards. */
import { utf8 } from '@skein/bytes';
import { readNewestCommit } from '@skein/search_library';
import type { LocalShards } from './engine_options.js';
import {
  crash,
  indexOf,
  newDisk,
  openEngine,
  prepare,
  read,
  readRefreshed,
} from './testing/test_engine.js';

/** A document with a routing value, as the mapping indexes it. */
function routed(id: string, text: string, routing: string) {
  const operation = indexOf(id, text, { routing });
  const spec = {
    name: '_routing',
    postings: 'docs',
    norms: false,
    column: 'none',
    points: false,
  } as const;
  const { fields, ...rest } = prepare(operation.source, { id, routing });
  const value = { kind: 'term', spec, value: utf8(routing) } as const;
  return { ...operation, document: { ...rest, fields: [...fields, value] } };
}

/** A shard of three documents in commits, the last with operation 3. */
function source() {
  const disk = newDisk();
  const engine = openEngine(disk, { create: true });
  engine.index(indexOf('a', 'old'));
  engine.index(routed('a', 'one', 'x'));
  engine.index(routed('b', 'two', 'y'));
  engine.flush({ force: true, periodic: false });
  engine.index(indexOf('c', 'three'));
  engine.flush({ force: true, periodic: false });
  return { indexDirectory: disk.index, commit: engine.commitGeneration };
}

function started(local: Omit<LocalShards, 'routingField'>) {
  const disk = newDisk();
  const engine = openEngine(disk, {
    create: true,
    local: { ...local, routingField: '_routing' },
  });
  return { disk, engine };
}

const texts = (engine: ReturnType<typeof openEngine>) =>
  ['a', 'b', 'c', 'd'].map((id) => readRefreshed(engine, id)?.split('@')[0]);

test('a shard takes over the documents of another, and numbers its own above them', () => {
  const { disk, engine } = started({ sources: [source()] });
  expect(texts(engine)).toEqual(['one', 'two', 'three', undefined]);
  expect(engine.sequenceStats()).toEqual({
    maxSeqNo: 3,
    localCheckpoint: 3,
    globalCheckpoint: 3,
  });
  expect(engine.replica.historyFrom).toBe(4);
  expect(engine.replica.readHistory(3)).toBeUndefined();
  expect(engine.index(indexOf('d', 'four'))).toMatchObject({ result: 'created', seqNo: 4 });
  expect(engine.index(indexOf('a', 'new'))).toMatchObject({ result: 'updated', version: 3 });
  engine.sync();
  const again = openEngine(crash(disk, 'drop', 'durable'), { create: false });
  expect(['a', 'b', 'd'].map((id) => read(again, id))).toEqual(['new@3#5', 'two@1#2', 'four@1#4']);
});

test('documents of several shards are numbered below the highest number of any', () => {
  const small = newDisk();
  const engine = openEngine(small, { create: true });
  engine.index(indexOf('d', 'four'));
  engine.flush({ force: true, periodic: false });
  const other = { indexDirectory: small.index, commit: engine.commitGeneration };
  for (const sources of [
    [source(), other],
    [other, source()],
  ]) {
    const { engine: both } = started({ sources });
    expect(texts(both)).toEqual(['one', 'two', 'three', 'four']);
    expect(both.sequenceStats()).toMatchObject({ maxSeqNo: 3, localCheckpoint: 3 });
  }
});

test('a part of a shard has the documents whose id and routing are its own', () => {
  const seen: [string, string | undefined][] = [];
  const stays = (id: string, routing: string | undefined) => {
    seen.push([id, routing]);
    return routing === 'x' || id === 'c';
  };
  const { disk, engine } = started({ sources: [source()], stays });
  expect(seen.toSorted()).toEqual([
    ['a', 'x'],
    ['b', 'y'],
    ['c', undefined],
  ]);
  expect(texts(engine)).toEqual(['one', undefined, 'three', undefined]);
  const again = openEngine(crash(disk, 'drop', 'durable'), { create: false });
  expect(texts(again)).toEqual(['one', undefined, 'three', undefined]);
});

test('a shard that starts a new history keeps its documents under another name', () => {
  const disk = newDisk();
  const engine = openEngine(disk, { create: true });
  engine.index(indexOf('a', 'one'));
  engine.sync();
  const before = engine.replica.status.historyUuid;
  const crashed = crash(disk, 'drop', 'durable');
  const random = { bytes: (size: number) => new Uint8Array(size).fill(99), next: () => 0.5 };
  const again = openEngine(crashed, { create: false, newHistory: true, random });
  const { historyUuid } = again.replica.status;
  expect(historyUuid).not.toBe(before);
  const durable = readNewestCommit(crash(crashed, 'drop', 'durable').index);
  expect(durable?.userData).toMatchObject({ history_uuid: historyUuid, max_seq_no: '0' });
  expect(read(again, 'a')).toBe('one@1#0');
});

test('each indexed document is told, also one of the log and of another copy', () => {
  const told: string[] = [];
  const onIndexed = ({
    id,
    routing,
    source,
  }: {
    id: string;
    routing?: string | undefined;
    source: Uint8Array;
  }) => void told.push(`${id} ${routing} ${new TextDecoder().decode(source)}`);
  const disk = newDisk();
  const engine = openEngine(disk, { create: true, onIndexed });
  const start = engine.replica.logEnd;
  engine.index(routed('a', 'one', 'x'));
  engine.delete(indexOf('a', ''));
  engine.index(indexOf('b', 'two'));
  const frames = engine.replica.framesSince(start);
  engine.sync();
  const expected = ['a x one', 'b undefined two'];
  expect(told.splice(0)).toEqual(expected);
  openEngine(crash(disk, 'drop', 'durable'), { create: false, onIndexed });
  expect(told.splice(0)).toEqual(expected);
  const copy = openEngine(newDisk(), { create: true, onIndexed });
  copy.replica.append(frames);
  copy.replica.append(frames);
  expect(told).toEqual(expected);
});
