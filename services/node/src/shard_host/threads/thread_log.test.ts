import type { Log } from '@skein/base';
import type { LogLine } from './thread_calls.js';
import { threadLog, writeLine } from './thread_log.js';

function setUp(maxWaiting: number) {
  const sent: LogLine[] = [];
  const waiting: (() => void)[] = [];
  const log = threadLog((line) => {
    sent.push(line);
    return new Promise<void>((resolve) => waiting.push(resolve));
  }, maxWaiting);
  const written = async () => {
    for (const done of waiting.splice(0)) done();
    await new Promise(setImmediate);
  };
  return { log, sent, written };
}

test('lines carry the fields of their log, and whether settings of their own have decided that they are written', () => {
  const { log, sent } = setUp(10);
  log.with({ index: 'i' }).info('opened', { shard: 1 });
  log.write('trace', 'slow', { took: '1ms' });
  expect(sent).toEqual([
    { level: 'info', message: 'opened', fields: { index: 'i', shard: 1 }, always: false },
    { level: 'trace', message: 'slow', fields: { took: '1ms' }, always: true },
  ]);
});

test('too many at once are counted instead', async () => {
  const { log, sent, written } = setUp(2);
  for (let i = 0; i < 5; i++) log.info(`${i}`);
  expect(sent.map(({ message }) => message)).toEqual(['0', '1']);
  await written();
  expect(sent.slice(2)).toMatchObject([{ level: 'warn', fields: { lines: 3 } }]);
  await written();
  log.info('5');
  expect(sent.at(-1)).toMatchObject({ message: '5' });
});

test('the main thread leaves out what is below the level of its log, unless it is written always', () => {
  const lines: unknown[] = [];
  const told =
    (how: string) =>
    (...line: unknown[]) =>
      lines.push([how, ...line]);
  const log = { info: told('info'), write: told('write') } as unknown as Log;
  const line = { message: 'm', fields: {} };
  writeLine(log, { ...line, level: 'info', always: false });
  writeLine(log, { ...line, level: 'info', always: true });
  expect(lines).toEqual([
    ['info', 'm', {}],
    ['write', 'info', 'm', {}],
  ]);
});
