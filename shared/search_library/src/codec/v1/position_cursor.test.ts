import { PositionCursor } from './position_cursor.js';

test('a position behind the last byte is damage, not a position', () => {
  const cursor = new PositionCursor(Uint8Array.of(3, 0x82, 0x01));
  cursor.seekVarints(0);
  cursor.startDoc();
  expect([cursor.next(), cursor.next()]).toEqual([3, 133]);
  expect(() => cursor.next()).toThrow(/more positions than bytes/);
});
