import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { linesOf } from './import_lines.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function linesIn(bytes: Uint8Array): Promise<string[]> {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  const found: string[] = [];
  for await (const line of (await linesOf(path)).lines) found.push(Buffer.from(line).toString());
  return found;
}

const TEXT = '\ufeff{"a":1}\n \n{"b":"\ufeff"}';
const LINES = ['{"a":1}', '{"b":"\ufeff"}'];

test('the mark at the start of a file belongs to no line', async () => {
  expect(await linesIn(Buffer.from(TEXT))).toEqual(LINES);
  expect(await linesIn(gzipSync(TEXT))).toEqual(LINES);
});
