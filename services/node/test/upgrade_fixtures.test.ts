/**
 * Data folders of earlier versions, read by this one: the answers are the same, and a node
 * continues with the data. `scripts/upgrade_fixture.ts` makes the folders.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ServiceProcess } from '@skein/testkit';
import { answersOf, ask } from '../../../scripts/upgrade_check/contents.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const FIXTURES = join(import.meta.dirname, 'testdata');
const versions = readdirSync(FIXTURES).filter((name) => name.startsWith('version_'));

const folder = mkdtempSync(join(tmpdir(), 'skein-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('there is a fixture', () => {
  expect(versions.length).toBeGreaterThan(0);
});

test.each(versions)('%s is read, and goes on', async (version) => {
  const at = join(FIXTURES, version);
  const home = mkdtempSync(join(folder, version));
  execFileSync('tar', ['-xzf', join(at, 'data.tar.gz'), '-C', home]);
  const kept = JSON.parse(readFileSync(join(at, 'answers.json'), 'utf8'));
  const settings = {
    'http.port': '0',
    'node.name': 'kept',
    'cluster.name': 'kept',
    'path.data': join(home, 'data'),
  };
  const node = await ServiceProcess.start(ROOT, 'node', settings);
  try {
    await ask(node.url, 'GET', '/_cluster/health?wait_for_status=yellow&timeout=60s');
    expect(await answersOf(node.url)).toEqual(kept);
    await ask(node.url, 'PUT', '/kept-books/_doc/new?refresh=true', { title: 'new', n: 1000 });
    await ask(node.url, 'POST', '/kept-books/_forcemerge?max_num_segments=1');
    const { count } = await ask(node.url, 'GET', '/kept-books/_count');
    expect(count).toBe(kept.searches.phrase.total.value + 1);
    await ask(node.url, 'POST', '/kept-closed/_open');
  } finally {
    await node.stop();
  }
  const again = await ServiceProcess.start(ROOT, 'node', settings);
  try {
    await ask(again.url, 'GET', '/_cluster/health?wait_for_status=yellow&timeout=60s');
    expect((await ask(again.url, 'GET', '/kept-books/_doc/new')).found).toBe(true);
  } finally {
    await again.stop();
  }
});
