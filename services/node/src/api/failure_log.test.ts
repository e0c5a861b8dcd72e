import type { Log, LogFields } from '@skein/base';
import { ApiError } from '@skein/errors';
import { FailureLog } from './failure_log.js';

const lines: [level: string, message: string, fields: LogFields | undefined][] = [];
const write = (level: string) => (message: string, fields?: LogFields) => {
  lines.push([level, message, fields]);
};
const log: Log = {
  debug: write('debug'),
  info: write('info'),
  warn: write('warn'),
  error: write('error'),
  write: (level, message, fields) => write(level)(message, fields),
  with: () => log,
};

let nowMs = 0;
let due: (() => void) | undefined;
const failures = new FailureLog({
  log,
  clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
  timers: {
    after: (_delayMs, callback) => {
      due = callback;
      return { cancel: () => {} };
    },
  },
});

const HEAD = { method: 'GET', target: '/people/_search?q=someone&size=1' } as const;
const NO_MASTER = new ApiError('master_not_discovered_exception', 'no master');
const levels = () => lines.map(([level]) => level).join(' ');
beforeEach(() => {
  lines.length = 0;
});

it('what the caller is told: a warning when it begins, one when it has ended, each failure for debugging alone', () => {
  for (let i = 0; i < 3; i++) failures.failed(HEAD, NO_MASTER);
  expect(levels()).toBe('debug warn debug debug');
  nowMs += 9_000;
  failures.failed(HEAD, NO_MASTER);
  nowMs += 1_000;
  due?.();
  expect(levels()).toBe('debug warn debug debug debug');
  nowMs += 10_000;
  due?.();
  expect(lines.at(-1)).toEqual([
    'warn',
    'requests no longer fail',
    { type: 'master_not_discovered_exception', count: 4, lastedMs: 9_000 },
  ]);
  failures.failed(HEAD, NO_MASTER);
  expect(lines.slice(-2).map(([level]) => level)).toEqual(['debug', 'warn']);
});

it('a shard that is not available is told by the causes of the answer', () => {
  const cause = new ApiError('no_shard_available_action_exception', 'gone');
  const answer = new ApiError('search_phase_execution_exception', 'all shards failed', {
    rootCauses: [cause],
  });
  failures.failed(HEAD, answer);
  expect(levels()).toBe('debug warn');
});

it('a fault of ours is an error with its stack; no line has the query', () => {
  failures.failed(HEAD, new ApiError('exception', 'TypeError: x'), 'at y');
  const mixed = new ApiError('search_phase_execution_exception', 'all shards failed', {
    rootCauses: [NO_MASTER, new ApiError('exception', 'TypeError: z')],
  });
  failures.failed(HEAD, mixed);
  expect(levels()).toBe('error error');
  expect(lines[0]?.[2]).toMatchObject({ path: '/people/_search', stack: 'at y' });
  expect(JSON.stringify(lines)).not.toContain('someone');
});

it('counts by type', () => {
  const counts = new Map(failures.counts);
  expect(counts.get('master_not_discovered_exception')).toBe(5);
  expect(counts.get('exception')).toBe(1);
});
