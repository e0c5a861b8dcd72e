/** What has to be loaded before the first screen: less than the budget, compressed with what every client can unpack. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SiteManifest } from '@skein/platform';

const SITE = resolve(import.meta.dirname, '../dist/site');
const BUDGET_BYTES = 300 * 1024;

it('fits the budget, with the page that is opened first', () => {
  const manifest = JSON.parse(readFileSync(join(SITE, 'manifest.json'), 'utf8')) as SiteManifest & {
    readonly first: readonly string[];
  };
  const pages = Object.keys(manifest.files).filter((name) => /^overview_page-.*\.js$/.test(name));
  expect(pages).toHaveLength(1);
  const sizeBytes = [...manifest.first, ...pages].reduce((sum, name) => {
    const file = manifest.files[name];
    expect([name, file]).not.toEqual([name, undefined]);
    return sum + statSync(join(SITE, `${file?.path}.gz`)).size;
  }, 0);
  expect(sizeBytes).toBeGreaterThan(0);
  expect(sizeBytes).toBeLessThanOrEqual(BUDGET_BYTES);
});
