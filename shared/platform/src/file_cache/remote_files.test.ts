import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from '@skein/bytes';
import { refusalOf } from '@skein/errors/testing';
import { hasRemoteFiles, readRemoteFiles, writeRemoteFiles } from './remote_files.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-remote-files-'));
const file = join(folder, 'remote_files');
afterAll(() => rmSync(folder, { recursive: true }));

const REMOTE = {
  repository: 'backup',
  snapshotUuid: 'u',
  folder: 'indices/i/0/',
  key: 'i/0/',
  files: [{ name: '_0.seg', lengthBytes: 3, blob: 'b', partBytes: 0 }],
};

it('reads what was written, and refuses a damaged file and another version', async () => {
  expect(hasRemoteFiles(folder)).toBe(false);
  await writeRemoteFiles(folder, REMOTE);
  expect(hasRemoteFiles(folder)).toBe(true);
  expect(readRemoteFiles(folder)).toEqual(REMOTE);

  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('backup', 'backuq'));
  expect(refusalOf(() => readRemoteFiles(folder)).reason).toBe(
    `checksum of [remote_files] in [${folder}] failed`,
  );

  const later = text.slice(text.indexOf('\n') + 1).replace('"version":1', '"version":2');
  writeFileSync(file, `${crc32(Buffer.from(later)).toString(16)}\n${later}`);
  expect(refusalOf(() => readRemoteFiles(folder))).toMatchObject({
    type: 'corrupt_index_exception',
    reason: `[remote_files] in [${folder}] has version [2], which is not [1]`,
  });
});
