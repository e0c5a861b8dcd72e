import { checkRegister, type RegisterOperation } from './linearizability.js';

const op = (
  kind: 'read' | 'write',
  value: number,
  calledAt: number,
  returnedAt: number | undefined,
): RegisterOperation => ({ kind, value, calledAt, returnedAt });

test('a read between writes sees the earlier one', () => {
  const history = [op('write', 1, 0, 1), op('read', 1, 2, 3), op('write', 2, 4, 5)];
  expect(checkRegister(history, 0)).toBe('linearizable');
});

test('a read after a write must not see what was before', () => {
  expect(checkRegister([op('write', 1, 0, 1), op('read', 0, 2, 3)], 0)).toBe('not linearizable');
});

test('operations that overlap may take either order', () => {
  const history = [op('write', 1, 0, 10), op('write', 2, 1, 9), op('read', 1, 11, 12)];
  expect(checkRegister(history, 0)).toBe('linearizable');
  expect(checkRegister([...history, op('read', 2, 13, 14)], 0)).toBe('not linearizable');
});

test('a write of unknown outcome may happen late or never, but not twice', () => {
  const lost = op('write', 7, 0, undefined);
  expect(checkRegister([lost, op('read', 0, 1, 2), op('read', 7, 3, 4)], 0)).toBe('linearizable');
  expect(checkRegister([lost, op('read', 0, 1, 2)], 0)).toBe('linearizable');
  const undone = [lost, op('read', 7, 1, 2), op('read', 0, 3, 4)];
  expect(checkRegister(undone, 0)).toBe('not linearizable');
});

test('nothing is read before it is called', () => {
  expect(checkRegister([op('read', 1, 0, 1), op('write', 1, 2, 3)], 0)).toBe('not linearizable');
});
