/** Tests which errors of SQLite tell of a damaged file, and which of something around it. */
import { ApiError } from '@skein/errors';
import { damaged, unusable } from './damaged.js';

const failed = (errcode?: number) =>
  unusable('/a/b.sqlite', Object.assign(new Error('told'), { errcode }));

test.each([
  ['SQLITE_PERM', 3],
  ['SQLITE_BUSY', 5],
  ['SQLITE_LOCKED', 6],
  ['SQLITE_NOMEM', 7],
  ['SQLITE_READONLY', 8],
  ['SQLITE_IOERR', 10],
  ['SQLITE_FULL', 13],
  ['SQLITE_CANTOPEN', 14],
  ['SQLITE_IOERR_READ, whose lowest byte is that of SQLITE_IOERR', 266],
])('%s says nothing of the file', (_name, code) => {
  expect(failed(code)).toMatchObject({
    type: 'illegal_state_exception',
    reason: 'file [/a/b.sqlite] cannot be used: told',
  });
});

test.each([
  ['SQLITE_ERROR', 1],
  ['SQLITE_INTERNAL', 2],
  ['SQLITE_ABORT', 4],
  ['SQLITE_INTERRUPT', 9],
  ['SQLITE_CORRUPT', 11],
  ['SQLITE_NOTFOUND', 12],
  ['SQLITE_PROTOCOL', 15],
  ['SQLITE_NOTADB', 26],
  ['SQLITE_CORRUPT_INDEX', 779],
  ['no code', undefined],
])('%s is damage', (_name, code) => {
  expect(failed(code)).toMatchObject({
    type: 'corrupt_state_exception',
    reason: 'file [/a/b.sqlite] is damaged: told',
  });
});

test('an error that is told already stays', () => {
  const error = new ApiError('illegal_argument_exception', 'x');
  expect(unusable('p', error)).toBe(error);
  expect(damaged('p', 'why').reason).toBe('file [p] is damaged: why');
});
