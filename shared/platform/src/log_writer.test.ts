import { Writable } from 'node:stream';
import { createLogWriter } from './log_writer.js';

function capture(format: 'json' | 'text') {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLogWriter({ level: 'info', format, fields: { 'node.name': 'n1' }, stream });
  return { log, lines };
}

test('JSON lines carry the fields of the log, of its parent and of the call', () => {
  const { log, lines } = capture('json');
  log.with({ index: 'logs' }).warn('slow', { tookMs: 12, total: 9007199254740993n });
  log.debug('not at this level');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    '@timestamp': expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    'log.level': 'warn',
    message: 'slow',
    'node.name': 'n1',
    index: 'logs',
    tookMs: 12,
    total: '9007199254740993',
  });
});

test('text has one line a message, with the details behind it', () => {
  const { log, lines } = capture('text');
  log.info('started', { address: '127.0.0.1:9200', shards: 3 });
  expect(lines[0]).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} .*info .* started address=127\.0\.0\.1:9200 shards=3\n$/,
  );
});

test('what is written always is written below the level of the log too', () => {
  const { log, lines } = capture('json');
  log.with({ index: 'logs' }).write('trace', 'slow', { took: '5ms' });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ 'log.level': 'trace', index: 'logs' });
});
