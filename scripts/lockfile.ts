/**
 * `npm run lockfile`: completes package-lock.json after an install. npm leaves out the optional
 * packages of other platforms that the registry in use does not serve, and then `npm ci` refuses
 * the lockfile as incomplete. The script enters these packages with version, system and processor,
 * which is all that npm needs to skip them here and to fetch them elsewhere.
 */
import { writeFileSync } from 'node:fs';
import { commandLine } from './command_line.ts';
import { fileJson } from './trusted_json.ts';

commandLine(import.meta, {});

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'openbsd',
  'netbsd',
  'linux',
  'openharmony',
  'sunos',
  'win32',
  'aix',
];
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'ppc64',
  'riscv64',
  's390x',
  'x64',
  'wasm32',
  'mips64el',
];
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

const lock = fileJson<{
  packages: Record<string, LockedPackage>;
}>('package-lock.json');

function completed(): Record<string, LockedPackage> {
  const packages = { ...lock.packages };
  for (const parent of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const path = `node_modules/${name}`;
      if (path in packages || !EXACT.test(version)) continue;
      packages[path] = entry(name, version, parent.dev === true);
    }
  }
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function entry(name: string, version: string, dev: boolean): LockedPackage {
  const words = name.split(/[-/]/);
  const system = SYSTEMS.find((known) => words.includes(known));
  const processor = PROCESSORS.find((known) => words.includes(known));
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.includes('gnu')
      ? 'glibc'
      : undefined;
  return {
    version,
    ...(processor ? { cpu: [processor] } : {}),
    ...(dev ? { dev } : {}),
    ...(libc && system === 'linux' ? { libc: [libc] } : {}),
    optional: true,
    ...(system ? { os: [system] } : {}),
  };
}

const packages = completed();
const added = Object.keys(packages).length - Object.keys(lock.packages).length;
writeFileSync('package-lock.json', `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
console.log(`package-lock.json: ${added} packages of other platforms added`);
