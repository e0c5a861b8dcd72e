/**
 * `npm run ship -- [--out FOLDER] [--level 1-9]`: makes the files of a release from a built
 * checkout: the npm package (`npx skein`), the installation as an archive, the context of an image
 * with its Dockerfile, a bill of materials (CycloneDX), a provenance (in-toto), and the checksums
 * of all. `FOLDER` is `release` unless it is named. `--level 1` compresses the archives in a third
 * of the time, for a try.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { EXTERNAL } from './build/bundle.ts';
import { commandLine } from './command_line.ts';
import { provenanceOf, sha256 } from './provenance.ts';
import { fileJson, trustedJson } from './trusted_json.ts';

const ROOT = resolve(import.meta.dirname, '..');
const { values } = commandLine(import.meta, {
  options: { out: 'release', level: '6' },
});
if (!/^[1-9]$/.test(values.level)) throw new Error(`--level [${values.level}] must be 1 to 9`);
const out = resolve(values.out);
if (!relative(out, ROOT).startsWith('..')) {
  throw new Error(`--out [${values.out}] holds the checkout, and would be emptied`);
}
const { version } = manifestOf(join(ROOT, 'services/cli'));
const work = mkdtempSync(join(tmpdir(), 'skein-release-'));

interface Manifest {
  readonly version: string;
  readonly engines?: object;
  readonly license?: string;
}

try {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const installation = join(work, `skein-${version}`);
  run(process.execPath, [join(ROOT, 'scripts/ship.ts'), installation]);
  archive(`skein-${version}.tar.gz`, `skein-${version}`);
  packageForNpm(installation);
  imageContext(installation);
  bill();
  provenance();
  checksums();
  for (const name of readdirSync(out).sort()) console.log(join(values.out, name));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function manifestOf(folder: string): Manifest {
  return fileJson<Manifest>(join(folder, 'package.json'));
}

function run(program: string, args: readonly string[], cwd = ROOT): string {
  return execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/**
 * Makes an archive of a folder in `work`. Owners and times of this machine are left out, so that
 * checksums do not depend on them.
 */
function archive(name: string, folder: string): void {
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];
  const compress = ['-I', `gzip -${values.level}`];
  run('tar', [...same, ...compress, '-cf', join(out, name), folder], work);
}

/**
 * The installation as an npm package, without what npm installs: the packages outside the bundle
 * become its dependencies.
 */
function packageForNpm(installation: string): void {
  const folder = join(work, 'package');
  cpSync(installation, folder, { recursive: true });
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  const { license, engines } = manifestOf(ROOT);
  const dependencies = Object.fromEntries(
    EXTERNAL.map((name) => [name, manifestOf(join(ROOT, 'node_modules', name)).version]),
  );
  const manifest = {
    name: 'skein',
    version,
    description: 'a distributed search engine that speaks the Elasticsearch and OpenSearch API',
    license,
    type: 'module',
    engines,
    bin: { skein: './services/cli/bin/skein.js' },
    dependencies,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(ROOT, 'README.md'), join(folder, 'README.md'));
  run('npm', ['pack', '--silent', '--pack-destination', work], folder);
  renameSync(join(work, `skein-${version}.tgz`), join(out, `skein-npm-${version}.tgz`));
}

/** The context of an image. `docker build` compiles nothing there. */
function imageContext(installation: string): void {
  const folder = join(work, 'image');
  cpSync(installation, join(folder, 'skein'), { recursive: true });
  cpSync(join(ROOT, 'deploy/docker/release.Dockerfile'), join(folder, 'Dockerfile'));
  archive(`skein-image-${version}.tar.gz`, 'image');
}

interface Bill {
  readonly components: readonly { readonly 'bom-ref': string; readonly name: string }[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
}

/**
 * Writes the bill of materials of the packages that run. `npm sbom --omit dev` leaves out packages
 * that tests need as well, so the lockfile decides.
 */
function bill(): void {
  const whole = trustedJson<Bill>(run('npm', ['sbom', '--sbom-format', 'cyclonedx']));
  const runs = packagesThatRun();
  const components = whole.components.filter(({ 'bom-ref': ref }) => runs.has(nameAndVersion(ref)));
  const kept = new Set(components.map(({ 'bom-ref': ref }) => ref));
  const dependencies = whole.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((to) => kept.has(to)) }));
  const text = JSON.stringify({ ...whole, components, dependencies }, null, 2);
  writeFileSync(join(out, `skein-${version}.cdx.json`), `${text}\n`);
}

/**
 * Strips the location that `npm sbom` puts behind a bar for a package that is installed several
 * times.
 */
function nameAndVersion(ref: string): string {
  return ref.replace(/\|.*$/, '');
}

/** The packages that run, as `name@version`. */
function packagesThatRun(): ReadonlySet<string> {
  const lock = fileJson<{
    readonly packages: Readonly<
      Record<string, { readonly version?: string; readonly dev?: boolean; readonly name?: string }>
    >;
  }>(join(ROOT, 'package-lock.json'));
  return new Set(
    Object.entries(lock.packages).flatMap(([path, { dev, name, version: of }]) => {
      const at = path.lastIndexOf('node_modules/');
      if (dev === true || at < 0) return [];
      return [`${name ?? path.slice(at + 'node_modules/'.length)}@${of}`];
    }),
  );
}

function provenance(): void {
  const files = readdirSync(out)
    .sort()
    .map((name) => join(out, name));
  const statement = provenanceOf({ root: ROOT, version, files });
  const path = join(out, `skein-${version}.intoto.json`);
  writeFileSync(path, `${JSON.stringify(statement, null, 2)}\n`);
}

/** Writes the checksums in the form that `sha256sum -c` reads. */
function checksums(): void {
  const lines = readdirSync(out)
    .sort()
    .map((name) => `${sha256(join(out, name))}  ${name}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
}
