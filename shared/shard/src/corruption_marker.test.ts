import { silentLog } from '@skein/base';
import type { Engine } from '@skein/engine';
import { ApiError } from '@skein/errors';
import { MemoryDirectory } from '@skein/search_library';
import { markIfCorrupted, openUnlessCorrupted } from './corruption_marker.js';

const random = { next: () => 0, bytes: (count: number) => new Uint8Array(count) };
const DAMAGE = new ApiError('corrupt_index_exception', 'a byte has changed');

const failing = (error: unknown) => (): Engine => {
  throw error;
};

function open(indexDirectory: MemoryDirectory, error: unknown, create = false): void {
  openUnlessCorrupted({ create, indexDirectory, random }, failing(error));
}

test('damage found once is told at each later start, even after a power cut', () => {
  const directory = new MemoryDirectory();
  expect(() => open(directory, DAMAGE)).toThrow('a byte has changed');
  const [name = '', ...others] = directory.list();
  expect(others).toEqual([]);
  expect(name).toMatch(/^corrupted_[\w-]{22}$/);
  const again = directory.afterCrash('drop', 'durable');
  expect(again.list()).toEqual([name]);
  expect(() => open(again, new Error('opened'))).toThrow(
    `[${name}] was written here: corrupt_index_exception: a byte has changed`,
  );
  // A copy that is filled anew starts empty, whatever lies there.
  expect(() => open(again, new Error('opened'), true)).toThrow('opened');
});

test('one marker is enough, and other failures leave none', () => {
  const directory = new MemoryDirectory();
  const full = new ApiError('illegal_state_exception', 'disk full');
  for (const error of [full, new Error('x')]) expect(() => open(directory, error)).toThrow();
  const options = { indexDirectory: directory, random, log: silentLog };
  markIfCorrupted(full, options);
  expect(directory.list()).toEqual([]);
  markIfCorrupted(new ApiError('translog_corrupted_exception', 'torn'), options);
  markIfCorrupted(DAMAGE, options);
  expect(directory.list()).toHaveLength(1);
  expect(() => open(directory, full)).toThrow('translog_corrupted_exception: torn');
});

test('a marker that cannot be written is logged, since the copy has failed either way', () => {
  const errors: string[] = [];
  const directory = new MemoryDirectory({
    onOperation: () => {
      throw new Error('read-only');
    },
  });
  const log = { ...silentLog, error: (text: string) => void errors.push(text) };
  markIfCorrupted(DAMAGE, { indexDirectory: directory, random, log });
  expect(errors).toEqual(['corruption marker not written']);
});
