import { silentLog } from '@skein/base';
import { SlowLines } from './slow_lines.js';

it('remembers the newest lines of slow logs, and no others', () => {
  let nowMs = 0;
  const lines = new SlowLines({ nowMs: () => nowMs, monotonicMs: () => nowMs });
  const log = lines.over(silentLog).with({ thread: 1 });
  const slow = (took_millis: number) =>
    log.write('warn', '[a][0]', { 'log.logger': 'index.search.slowlog.query', took_millis });
  log.warn('[a][0]', { 'log.logger': 'index.search.slowlog.query' });
  log.write('trace', 'something else', { 'log.logger': 'engine' });
  for (nowMs = 1; nowMs <= 60; nowMs++) slow(nowMs * 10);
  const { total, latest } = lines.report;
  expect([total, latest.length, latest[0]?.tookMs]).toEqual([60, 50, 110]);
  expect(latest.at(-1)).toEqual({
    atMs: 60,
    logger: 'index.search.slowlog.query',
    level: 'warn',
    place: '[a][0]',
    tookMs: 600,
  });
});
