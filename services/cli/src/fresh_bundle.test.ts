import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { changedMs, freshBundle, recordFile } from './fresh_bundle.js';

const STAMP = 'shared/base/dist/.tsbuildinfo';

let folder: string;
let checkout: URL;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fresh-bundle-'));
  checkout = pathToFileURL(`${folder}/`);
  for (const path of ['shared/base/dist', 'services/cli/dist/bundle']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  writeFileSync(join(folder, STAMP), '{}');
  record({ [STAMP]: changedMs(STAMP, checkout) ?? 0 });
});

afterEach(() => rmSync(folder, { recursive: true }));

function record(madeOf: Readonly<Record<string, number>>): void {
  writeFileSync(recordFile(checkout), JSON.stringify({ folder: 'one', madeOf }));
}

test('a bundle of what is there now is used', () => {
  expect(freshBundle(checkout)?.href).toBe(`${checkout.href}services/cli/dist/bundle/one/`);
});

test.each([
  ['later', 5],
  ['earlier: an older version was put back', -5],
])('it is not when something has changed, %s', (_when, seconds) => {
  const time = Date.now() / 1000 + seconds;
  utimesSync(join(folder, STAMP), time, time);
  expect(freshBundle(checkout)).toBeUndefined();
});

test('where there is the bundle alone, it is used', () => {
  rmSync(join(folder, STAMP));
  expect(freshBundle(checkout)).toBeDefined();
});

test('where there is none, none is', () => {
  rmSync(recordFile(checkout));
  expect(freshBundle(checkout)).toBeUndefined();
});
