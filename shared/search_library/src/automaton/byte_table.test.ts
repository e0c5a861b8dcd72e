import { ByteTable, UNKNOWN } from './byte_table.js';

describe('the moves of a table', () => {
  it('stay when it grows, also beyond numbers of 16 bits, and new ones are unknown', () => {
    const table = new ByteTable();
    const states = 2 ** 15 + 40;
    for (let state = 0; state < states; state++) {
      expect(table.addState()).toBe(state);
      table.moves[(state << 8) | (state & 255)] = state;
    }
    for (let state = 0; state < states; state += 13) {
      expect(table.moves[(state << 8) | (state & 255)]).toBe(state);
      expect(table.moves[(state << 8) | ((state + 1) & 255)]).toBe(UNKNOWN);
    }
  });

  it('are unknown in a table made after another has grown', () => {
    const grown = new ByteTable();
    for (let state = 0; state < 200; state++) {
      grown.addState();
      grown.moves.fill(7, state << 8, (state + 1) << 8);
    }
    const next = new ByteTable();
    for (let state = 0; state < 200; state++) next.addState();
    expect(next.moves.subarray(0, 200 << 8).every((move) => move === UNKNOWN)).toBe(true);
    expect(grown.moves.subarray(0, 200 << 8).every((move) => move === 7)).toBe(true);
  });
});
