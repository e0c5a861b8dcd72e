/** `npm run ship`: the files it makes are complete, match their checksums, and run. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'skein-ship-'));
const out = join(folder, 'release');
const { version } = JSON.parse(readFileSync(join(ROOT, 'services/cli/package.json'), 'utf8'));

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/release.ts'), '--out', out, '--level', '1'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function unpacked(name: string): string {
  const target = join(folder, name.replaceAll('.', '_'));
  mkdirSync(target);
  execFileSync('tar', ['-xzf', join(out, name), '-C', target, '--strip-components=1']);
  return target;
}

function versionOf(installation: string): string {
  const command = join(installation, 'services/cli/bin/skein.js');
  return execFileSync(process.execPath, [command, '--version'], { encoding: 'utf8' }).trim();
}

test('all is there, as the checksums say', () => {
  expect(readdirSync(out).sort()).toEqual(
    [
      'SHA256SUMS',
      `skein-${version}.cdx.json`,
      `skein-${version}.intoto.json`,
      `skein-${version}.tar.gz`,
      `skein-image-${version}.tar.gz`,
      `skein-npm-${version}.tgz`,
    ].sort(),
  );
  const { status } = spawnSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: out });
  expect(status).toBe(0);
});

test('the installation runs', () => {
  expect(versionOf(unpacked(`skein-${version}.tar.gz`))).toBe(version);
});

test('the npm package runs, and names what is not in it', () => {
  const installation = unpacked(`skein-npm-${version}.tgz`);
  // The dependencies that npm would install.
  symlinkSync(join(ROOT, 'node_modules'), join(installation, 'node_modules'));
  expect(versionOf(installation)).toBe(version);
  const { bin, dependencies } = JSON.parse(
    readFileSync(join(installation, 'package.json'), 'utf8'),
  );
  expect(bin).toEqual({ skein: './services/cli/bin/skein.js' });
  expect(dependencies).toHaveProperty('lz4-napi');
  for (const exact of Object.values(dependencies)) expect(exact).toMatch(/^\d+\.\d+\.\d+/);
});

test('the image has its Dockerfile beside the installation', () => {
  const context = unpacked(`skein-image-${version}.tar.gz`);
  expect(readdirSync(context).sort()).toEqual(['Dockerfile', 'skein']);
  expect(versionOf(join(context, 'skein'))).toBe(version);
});

test('the bill of materials names what is in it', () => {
  const bill = JSON.parse(readFileSync(join(out, `skein-${version}.cdx.json`), 'utf8'));
  expect(bill.bomFormat).toBe('CycloneDX');
  const names = new Set(bill.components.map(({ name }: { name: string }) => name));
  for (const name of ['express', 'winston', 'lz4-napi', 'jose']) expect(names).toContain(name);
  expect(names).not.toContain('jest');
});

test('the provenance names each file, the commit and the lockfile', () => {
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8').split('\n');
  const statement = JSON.parse(readFileSync(join(out, `skein-${version}.intoto.json`), 'utf8'));
  const subjects = statement.subject as { name: string; digest: { sha256: string } }[];
  expect(subjects.map(({ name }) => name)).toEqual([
    `skein-${version}.cdx.json`,
    `skein-${version}.tar.gz`,
    `skein-image-${version}.tar.gz`,
    `skein-npm-${version}.tgz`,
  ]);
  for (const { name, digest } of subjects) expect(sums).toContain(`${digest.sha256}  ${name}`);
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  const lock = execFileSync('sha256sum', ['package-lock.json'], { cwd: ROOT, encoding: 'utf8' });
  expect(statement).toMatchObject({
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit.trim() } },
          { name: 'package-lock.json', digest: { sha256: lock.split(' ')[0] } },
        ],
      },
    },
  });
});
