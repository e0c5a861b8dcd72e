/**
 * The size of the files that the first screen loads, compressed in a format that every client can
 * unpack, is within the budget.
 */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SiteManifest } from '@skein/platform';

const SITE = resolve(import.meta.dirname, '../dist/site');
const BUDGET_BYTES = 300 * 1024;

it('fits the budget, with the page that is opened first and all that it imports', () => {
  const manifest = JSON.parse(readFileSync(join(SITE, 'manifest.json'), 'utf8')) as SiteManifest & {
    readonly firstScreen: readonly string[];
  };
  const names = manifest.firstScreen;
  expect(names.filter((name) => /^overview_page-.*\.js$/.test(name))).toHaveLength(1);
  const sizeBytes = names.reduce((sum, name) => {
    const file = manifest.files[name];
    expect([name, file]).not.toEqual([name, undefined]);
    return sum + statSync(join(SITE, `${file?.path}.gz`)).size;
  }, 0);
  expect(sizeBytes).toBeGreaterThan(0);
  expect(sizeBytes).toBeLessThanOrEqual(BUDGET_BYTES);
});
