import { JMap, provideWorld, toJson, type Value } from '@skein/java';
import { scriptContext } from '../../contexts/registry.js';
import { fixedWorld } from './fixed_world.js';
import { compilePainless } from './painless.js';

const run = (source: string): Value =>
  compilePainless(source, scriptContext('painless_test')).run(new JMap()) as Value;

function causeOf(act: () => unknown): string {
  try {
    act();
    return 'nothing';
  } catch (error) {
    const cause = (error as Error).cause as { metadata?: { type?: string } } | undefined;
    return cause?.metadata?.type ?? (error as Error).message;
  }
}

beforeEach(() => provideWorld(fixedWorld()));

/** Each script would run practically forever or exceed any memory. */
describe('what explodes is stopped', () => {
  it.each([
    ['for (;;) {}', 'painless_error'],
    ['while (true) { int x = 1 }', 'painless_error'],
    ['int f(int a) { return f(a) + 1 } return f(1)', 'stack_overflow_error'],
    ["String s = 'x'; while (true) { s += s }", 'out_of_memory_error'],
    ['List l = [1]; while (true) { l.addAll(l) }', 'out_of_memory_error'],
    ['int[] a = new int[2147483647]; return a[0]', 'out_of_memory_error'],
    [
      'BigInteger b = BigInteger.valueOf(2); while (true) { b = b.multiply(b) }',
      'out_of_memory_error',
    ],
    [
      "BigDecimal b = new BigDecimal('1.1'); while (true) { b = b.multiply(b) }",
      'out_of_memory_error',
    ],
    ['IntStream.range(0, 2147483647).filter(x -> x < 0).count()', 'painless_error'],
    [
      'def x = [1]; for (int i = 0; i < 90; i++) { x = [x, x] } return x.hashCode()',
      'painless_error',
    ],
    [
      'def x = [1]; for (int i = 0; i < 90; i++) { x = [x, x] } return x.toString()',
      'out_of_memory_error',
    ],
    [
      'def x = [1]; for (int i = 0; i < 90; i++) { x = [x, x] } def m = [:]; m.put(x, 1)',
      'out_of_memory_error',
    ],
    [
      'def x = [1], y = [1]; for (int i = 0; i < 90; i++) { x = [x, x]; y = [y, y] } return x == y',
      'painless_error',
    ],
    [
      "def x = 1; for (int i = 0; i < 90; i++) { x = ['a': x, 'b': x] } return x.hashCode()",
      'painless_error',
    ],
  ])('%s', (source, type) => {
    expect(causeOf(() => run(source))).toBe(type);
  });

  it('a value that is small in memory and endless on paper', () => {
    const value = run('def x = [1]; for (int i = 0; i < 90; i++) { x = [x, x] } return x');
    expect(() => toJson(value)).toThrow('Java heap space');
  });
});

/**
 * The time is the thread's CPU time, checked every 256 iterations: here 10 ms pass between two
 * checks.
 */
test('calls that are long are counted by their time', () => {
  let cpuMs = 0;
  const cpu = {
    cpuMs: () => {
      cpuMs += 10;
      return cpuMs;
    },
  };
  provideWorld({ ...fixedWorld(), cpu });
  const turns = (count: number) => `int c = 0; for (int i = 0; i < ${count}; i++) { c++ } return c`;
  expect(run(turns(80 * 256))).toBe(80 * 256);
  expect(causeOf(() => run(turns(90 * 256)))).toBe('painless_error');
  expect(run(turns(80 * 256))).toBe(80 * 256);
});
