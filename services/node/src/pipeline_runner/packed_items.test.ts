import { plainWrite } from '../document_router/mod.js';
import { batchOf } from '../shard_host/mod.js';
import { unpackItems } from './packed_items.js';

test('documents that pipelines moved name their new indices, each once', () => {
  const items = ['1', '2', '3'].map((id) =>
    plainWrite({ op: 'index', index: 'a', id, body: Buffer.from('{}') }),
  );
  const pipelines = { names: [], isFinal: false } as never;
  const listed = new Map(items.map((_item, i) => [i, pipelines]));
  const moved = (index: string, id: string) =>
    ({ index, id, next: 'none', versionType: 'internal' }) as const;
  const reply = {
    bodies: new Uint8Array(Buffer.from('{}{}{}')),
    ranges: Uint32Array.of(0, 2, 2, 2, 4, 2),
    changed: new Map([
      [0, moved('b', '1')],
      [1, moved('a', '2')],
      [2, moved('b', '3')],
    ]),
    failed: new Map(),
    dropped: new Set<number>(),
    counts: { total: [], pipelines: new Map() },
  };
  const { batch } = unpackItems(batchOf(items), listed, reply as never);
  expect(batch.names).toEqual(['a', 'b']);
  expect(batch.nameOf).toEqual([1, 0, 1]);
});
