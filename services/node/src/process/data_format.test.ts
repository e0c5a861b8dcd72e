import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DurableFile } from '@skein/platform';
import { checkDataFormat } from './data_format.js';

let path: string;

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'skein-format-'));
});

afterEach(() => rmSync(path, { recursive: true, force: true }));

const mark = (content: string) =>
  new DurableFile(join(path, 'data_format')).save(new TextEncoder().encode(content));

it('a new directory is marked, and found again', async () => {
  await checkDataFormat(path);
  expect(readdirSync(path)).toEqual(['data_format']);
  await checkDataFormat(path);
});

it('a directory of this layout from before the mark is taken as it is', async () => {
  mkdirSync(join(path, 'coordination'));
  mkdirSync(join(path, 'indices'));
  await checkDataFormat(path);
  expect(readdirSync(path)).toContain('data_format');
});

it.each(['cluster_state', 'indices'])(
  'one of an earlier build, with [%s], is refused and left alone',
  async (name) => {
    writeFileSync(join(path, name), '');
    await expect(checkDataFormat(path)).rejects.toMatchObject({
      type: 'illegal_state_exception',
      reason: expect.stringContaining(
        `data path [${path}] has format version [1], of an earlier build; this one reads and writes version [2]`,
      ),
    });
    expect(readdirSync(path)).toEqual([name]);
  },
);

it('one of a later build is refused', async () => {
  await mark('{"version":7}');
  await expect(checkDataFormat(path)).rejects.toThrow('has format version [7], of a later build');
});

it('a mark that says nothing is no mark', async () => {
  await mark('{}');
  await expect(checkDataFormat(path)).rejects.toThrow('does not say which format');
});
