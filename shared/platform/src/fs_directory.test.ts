import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadTooLong } from '@skein/search_library';
import { directoryContract } from '../../search_library/src/store/directory.contract.js';
import { FsDirectory } from './fs_directory.js';

const made: string[] = [];
const makeEmpty = () => {
  const path = mkdtempSync(join(tmpdir(), 'skein-directory-'));
  made.push(path);
  return new FsDirectory(path);
};
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true });
});

directoryContract({ describe, test, beforeEach, expect }, 'file system', makeEmpty);

it('names are flat', () => {
  expect(() => makeEmpty().writeFile('../escaped', new Uint8Array(1))).toThrow(
    /not a flat file name/,
  );
});

it('reads no more at once than it may', () => {
  const directory = makeEmpty();
  directory.writeFile('a', new Uint8Array(3));
  const bounded = new FsDirectory(directory.location, { maxReadBytes: 2 });
  bounded.readInto('a', 1, new Uint8Array(2));
  expect(() => bounded.readInto('a', 0, new Uint8Array(3))).toThrow(ReadTooLong);
  bounded.closeReads();
});
