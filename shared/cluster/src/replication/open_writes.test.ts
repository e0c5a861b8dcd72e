import { OpenWrites, type Written } from './open_writes.js';

function opened(waitingFor: readonly string[]) {
  const acknowledged: (readonly [request: number, copies: number, failed: number])[] = [];
  const writes = new OpenWrites((request: number, { copies, failed }: Written) => {
    acknowledged.push([request, copies, failed]);
  });
  return { acknowledged, writes, write: writes.open(7, [], waitingFor, false) };
}

test('a write is acknowledged once it is durable and every copy has answered or is gone', () => {
  const { acknowledged, writes, write } = opened(['a', 'b']);
  write.answered('a');
  write.durable();
  expect(acknowledged).toEqual([]);
  writes.release('b');
  expect(acknowledged).toEqual([[7, 2, 1]]);
  expect(writes.isEmpty).toBe(true);
});

test('a copy that answers after its removal has failed', () => {
  const { acknowledged, writes, write } = opened(['a', 'b']);
  writes.release('a');
  write.answered('a');
  write.durable();
  write.answered('b');
  expect(acknowledged).toEqual([[7, 2, 1]]);
});
