import { splitFrames } from '../translog/frames.js';
import type { TranslogOperation } from '../translog/operation_codec.js';
import { HistoryReader } from './history_reader.js';
import { withArrived } from './index_history.js';

const operation = (seqNo: number): TranslogOperation => ({
  kind: 'noop',
  seqNo,
  primaryTerm: 1,
  reason: 'x'.repeat(100),
});

function reader(count: number) {
  const calls = { letGo: 0, guarded: 0 };
  const operations = Array.from({ length: count }, (_, i) => operation(i)).values();
  const made = new HistoryReader(
    operations,
    () => {
      calls.letGo++;
    },
    (action) => {
      calls.guarded++;
      return action();
    },
  );
  return { made, calls };
}

const sizes = (made: HistoryReader, operations: number, bytes: number): number =>
  [...splitFrames(made.next(operations, bytes))].length;

test('a piece has as many operations as are asked for, and ends when its bytes are reached', () => {
  const { made, calls } = reader(10);
  expect(sizes(made, 3, 1e6)).toBe(3);
  expect(sizes(made, 9, 1)).toBe(1);
  expect(sizes(made, 9, 200)).toBe(2);
  expect(made.next(0, 1e6)).toHaveLength(0);
  expect(made.next(9, 0)).toHaveLength(0);
  expect([made.isDone, calls.letGo]).toEqual([false, 0]);
  expect(sizes(made, 9, 1e6)).toBe(4);
  expect([made.isDone, calls.letGo]).toEqual([true, 1]);
  expect(made.next(9, 1e6)).toHaveLength(0);
  made.close();
  expect(calls).toEqual({ letGo: 1, guarded: 7 });
});

test('closing lets go of the history once', () => {
  const { made, calls } = reader(2);
  made.close();
  made.close();
  expect([made.isDone, calls.letGo]).toEqual([true, 1]);
});

test('what arrived is kept beside what is stored only if the two differ', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const stored = { id: 'a', routing: undefined, source: bytes('abc'), fields: undefined };
  expect(withArrived(stored, stored.source)).toBe(stored);
  expect(withArrived(stored, bytes('abc'))).toBe(stored);
  for (const other of ['abd', 'bbc', 'ab', 'abcd', ''])
    expect(withArrived(stored, bytes(other)).recoverySource).toEqual(bytes(other));
  const without = { ...stored, source: undefined };
  expect(withArrived(without, bytes('abc')).recoverySource).toEqual(bytes('abc'));
});
