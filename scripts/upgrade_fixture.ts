/**
 * `node scripts/upgrade_fixture.ts FOLDER`: writes what a later version must be able to read, by
 * this version, which must be built: the data folder of a stopped node (`data.tar.gz`) and the
 * node's answers (`answers.json`). It is run once per release, into
 * services/node/test/testdata/version_X; services/node/test/upgrade_fixtures.test.ts reads all of
 * them.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ServiceProcess } from '../shared/testkit/dist/mod.js';
import { commandLine } from './command_line.ts';
import { answersOf, fillNode } from './upgrade_check/contents.ts';

const { positionals } = commandLine(import.meta, { allowPositionals: true });
const [folder] = positionals;
if (folder === undefined) {
  console.error('upgrade_fixture: the argument FOLDER is missing');
  process.exit(2);
}
const out = resolve(folder);
const work = mkdtempSync(join(tmpdir(), 'skein-fixture-'));
try {
  const node = await ServiceProcess.start(resolve(import.meta.dirname, '..'), 'node', {
    'http.port': '0',
    'node.name': 'kept',
    'cluster.name': 'kept',
    'path.data': join(work, 'data'),
  });
  await fillNode(node.url);
  const answers = await answersOf(node.url);
  await node.stop();
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'answers.json'), `${JSON.stringify(answers, null, 2)}\n`);
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];
  // The secret was made for this node alone; a node without one makes its own.
  const without = ['--exclude=transport_secret', '--exclude=node.lock'];
  execFileSync('tar', [...same, ...without, '-czf', join(out, 'data.tar.gz'), 'data'], {
    cwd: work,
  });
} finally {
  rmSync(work, { recursive: true, force: true });
}
