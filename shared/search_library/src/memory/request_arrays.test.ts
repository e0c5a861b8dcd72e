import { RequestArrays } from './request_arrays.js';

function words(arrays: RequestArrays, length: number): Uint32Array {
  return new Uint32Array(arrays.take(4 * length), 0, length);
}

describe('the arrays of a piece of work', () => {
  it('are different ones until it ends', () => {
    const arrays = new RequestArrays();
    const taken = Array.from({ length: 20 }, () => words(arrays, 1000));
    expect(new Set(taken.map(({ buffer }) => buffer)).size).toBe(20);
  });

  it('are used by the next one, of any length that fits, and hold zeros', () => {
    const arrays = new RequestArrays();
    const first = words(arrays, 1000).fill(7);
    arrays.end();
    const second = words(arrays, 600);
    expect(second.buffer).toBe(first.buffer);
    expect(second.every((word) => word === 0)).toBe(true);
    expect(words(arrays, 600).buffer).not.toBe(first.buffer);
  });

  it('keep their contents after it until the next one takes an array', () => {
    const arrays = new RequestArrays();
    const reply = words(arrays, 1000).fill(7);
    arrays.end();
    expect(reply.every((word) => word === 7)).toBe(true);
  });

  it('are not kept when they are small, huge, or too many', () => {
    const arrays = new RequestArrays();
    const small = words(arrays, 10);
    const huge = words(arrays, 2 ** 20);
    const many = Array.from({ length: 40 }, () => words(arrays, 2 ** 16));
    arrays.end();
    expect(words(arrays, 10).buffer).not.toBe(small.buffer);
    expect(words(arrays, 2 ** 20).buffer).not.toBe(huge.buffer);
    const known = new Set(many.map(({ buffer }) => buffer));
    const again = Array.from({ length: 40 }, () => words(arrays, 2 ** 16).buffer);
    // 4 MiB are kept: sixteen of 256 KiB.
    expect(again.filter((buffer) => known.has(buffer)).length).toBe(16);
  });

  it('are those of the last piece of work where pieces need different ones', () => {
    const arrays = new RequestArrays();
    const buffersOf = (count: number, length: number) => {
      const buffers = Array.from({ length: count }, () => words(arrays, length).buffer);
      arrays.end();
      return new Set(buffers);
    };
    const shared = (some: ReadonlySet<unknown>, others: ReadonlySet<unknown>) =>
      [...some].filter((each) => others.has(each)).length;
    const large = buffersOf(16, 2 ** 16);
    const small = buffersOf(16, 2 ** 10);
    expect(shared(buffersOf(16, 2 ** 10), small)).toBe(16);
    expect(shared(buffersOf(16, 2 ** 16), large)).toBe(0);
  });
});
