import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { createLogWriter } from './log_writer.js';

function captured() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, stream };
}

function capture(format: 'json' | 'text') {
  const { lines, stream } = captured();
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

describe('a log file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-log-'));
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
  const open = (place: string, maxBytes?: number, to = stream) =>
    createLogWriter({
      level: 'info',
      format: 'text',
      fields: { 'node.name': 'n1' },
      stream: to,
      file: { folder: join(folder, place), name: 'skein', ...(maxBytes ? { maxBytes } : {}) },
    });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await turn();
  }

  test('has JSON lines, whatever standard error has', async () => {
    open('logs').info('started', { shards: 3 });
    const path = join(folder, 'logs', 'skein.json');
    await until(() => existsSync(path) && readFileSync(path, 'utf8').endsWith('\n'));
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      message: 'started',
      'node.name': 'n1',
      shards: 3,
    });
  });

  test('is followed by another when it is full', async () => {
    const log = open('small', 200);
    const files = () => readdirSync(join(folder, 'small')).toSorted();
    for (let written = 0; files().length < 2; written++) {
      log.info(`line ${written} ${'x'.repeat(100)}`);
      await turn();
    }
    expect(files()).toEqual(['skein.json', 'skein1.json']);
  });

  test('that cannot be written costs its lines only, and is told once', async () => {
    mkdirSync(join(folder, 'full'));
    symlinkSync('/dev/full', join(folder, 'full', 'skein.json'));
    const { lines, stream } = captured();
    const log = open('full', undefined, stream);
    const isTold = () => lines.some((line) => line.includes('the log file cannot be written'));
    for (let written = 0; !isTold(); written++) {
      log.info(`line ${written} ${'x'.repeat(1000)}`);
      await turn();
    }
    const before = lines.length;
    for (let more = 0; more < 100; more++) log.info(`another ${more}`);
    await until(() => lines.length === before + 100);
    expect(lines.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
  });

  test('keeps the node from starting where its folder cannot be made', () => {
    writeFileSync(join(folder, 'taken'), '');
    expect(() => open('taken/logs')).toThrow('[path.logs]: the folder');
  });
});
