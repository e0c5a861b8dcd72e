/** Documents that take too long, with an engine that is stopped at points set by the test. */
import { ApiError } from '@skein/errors';
import { runBounded, type Stopwatch } from './bounded_run.js';
import { RegexRunner } from './text/regex_runner.js';

class Stopped extends Error {}

/** An expression that never ends on `slow` texts: the engine is stopped inside it. */
class Endless extends RegExp {
  override exec(text: string): RegExpExecArray | null {
    if (text.includes('slow')) throw new Stopped();
    return super.exec(text);
  }
}

const stopwatch: Stopwatch = {
  run: (_limitMs, work) => {
    try {
      work();
      return true;
    } catch (error) {
      if (error instanceof Stopped) return false;
      throw error;
    }
  },
  isWaiting: () => false,
};

function run(documents: readonly string[][]) {
  const regexes = new RegexRunner(1000);
  const results: unknown[] = [];
  let runs = 0;
  runBounded(
    {
      count: documents.length,
      run: (i) => {
        runs++;
        results[i] = (documents[i] ?? []).map((text) => {
          try {
            return regexes.exec(new Endless('[a-z]+'), text)?.[0];
          } catch (error) {
            if (error instanceof ApiError) return error.message;
            throw error;
          }
        });
      },
      giveUp: (i, error) => {
        results[i] = error.message;
      },
    },
    regexes,
    stopwatch,
  );
  return { results, runs };
}

const INTERRUPTED = 'grok pattern matching was interrupted after [1000] ms';

test('the match that took too long fails, and those around it do not', () => {
  const { results, runs } = run([['a'], ['b', 'slow', 'c'], ['d']]);
  expect(results).toEqual([['a'], ['b', INTERRUPTED, 'c'], ['d']]);
  // The slow document: among others, alone, and with its match failing.
  expect(runs).toBe(5);
});

test('several matches of a document may fail one after the other', () => {
  expect(run([['slow 1', 'x', 'slow 2']]).results).toEqual([[INTERRUPTED, 'x', INTERRUPTED]]);
});

test('a document of nothing but slow matches is given up', () => {
  const { results } = run([new Array(20).fill('slow'), ['a']]);
  expect(results).toEqual([expect.stringMatching(/^ingestion was interrupted/), ['a']]);
});

test('a document that takes its time without a match is given up as well, and the next is not', () => {
  const regexes = new RegexRunner(1);
  const given: [number, string][] = [];
  const done: number[] = [];
  runBounded(
    {
      count: 2,
      run: (i) => {
        if (i === 0) throw new Stopped();
        done.push(i);
      },
      giveUp: (i, error) => given.push([i, error.message]),
    },
    regexes,
    stopwatch,
  );
  const reason = 'ingestion was interrupted [2] times, the last time after [10] ms';
  expect([given, done]).toEqual([[[0, reason]], [1]]);
});

test('what is stopped when everything is done stays done', () => {
  const done: number[] = [];
  const late: Stopwatch = { ...stopwatch, run: (limitMs, work) => !stopwatch.run(limitMs, work) };
  const work = { count: 2, run: (i: number) => done.push(i), giveUp: () => undefined };
  runBounded(work, new RegexRunner(1), late);
  expect(done).toEqual([0, 1]);
});

test('a document that waits for another thread is begun again as often as that takes', () => {
  let runs = 0;
  const given: number[] = [];
  const waits: Stopwatch = { ...stopwatch, isWaiting: () => runs < 50 };
  const run = (): void => {
    runs++;
    if (runs < 50) throw new Stopped();
  };
  runBounded({ count: 1, run, giveUp: (i) => given.push(i) }, new RegexRunner(1), waits);
  expect([runs, given]).toEqual([50, []]);
});
