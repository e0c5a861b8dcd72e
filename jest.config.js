/**
 * Unit tests run on the sources (@swc/jest, no build needed); tests under a `test/` folder start real processes from `dist`.
 * `npm test -- shared/base` runs one folder.
 */
import { availableParallelism } from 'node:os';
import { freshBundle } from './services/cli/src/fresh_bundle.ts';

// One new seed for the whole run, so that one number repeats it. The processes of jest inherit it.
if (process.env.SEED === 'random') {
  process.env.SEED = String(Date.now() % 2 ** 31);
  process.stderr.write(`property tests: SEED=${process.env.SEED} repeats this run\n`);
}

if (freshBundle() === undefined) {
  process.stderr.write('no fresh bundle: nodes start four times as slowly; run [npm run build]\n');
}

// A package is loaded when a suite first uses it: most suites use few of those that they reach.
const swc = [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
    module: { type: 'commonjs', lazy: true },
  },
];
const esmOnly = [
  'dom-serializer',
  'domelementtype',
  'domhandler',
  'domutils',
  'double-metaphone',
  'earcut',
  'entities',
  'htmlparser2',
  'jose',
  'oniguruma-parser',
  'oniguruma-to-es',
  'regex',
  'regex-recursion',
  'regex-utilities',
  'stemmer',
];

export default {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/shared', '<rootDir>/services', '<rootDir>/scripts'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  testEnvironment: '<rootDir>/scripts/jest/own_global.mjs',
  // Tried in this order for each import without an extension.
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  // A limit for what hangs, not for what is slow: the machine may be busy.
  testTimeout: 600_000,
  // One more than there are processors: suites that start processes wait for a part of their time.
  maxWorkers: availableParallelism() + 1,
  // A limit for what hangs, too: a worker takes longer than Jest's half a second to leave a large heap.
  workerGracefulExitTimeout: 30_000,
  runtime: '<rootDir>/scripts/jest/kept_modules.mjs',
  testSequencer: '<rootDir>/scripts/jest/longest_first.mjs',
  setupFiles: [
    '<rootDir>/scripts/jest/property_seed.ts',
    '<rootDir>/scripts/jest/quick_strings.ts',
  ],
  setupFilesAfterEnv: ['<rootDir>/scripts/jest/quick_expect.ts'],
  extensionsToTreatAsEsm: [],
  moduleNameMapper: {
    '^@skein/search_library/contract$':
      '<rootDir>/shared/search_library/src/store/directory.contract.ts',
    '^@skein/errors/testing$': '<rootDir>/shared/errors/src/testing/refusal_of.ts',
    '^@skein/cluster/(replication|routing)$': '<rootDir>/shared/cluster/src/$1/mod.ts',
    '^@skein/(ingest|extraction)/calls$': '<rootDir>/shared/$1/src/calls.ts',
    '^@skein/snapshots/contract$': '<rootDir>/shared/snapshots/src/blob_store.contract.ts',
    '^@skein/transport/contract$': '<rootDir>/shared/transport/src/mesh.contract.ts',
    '^@skein/([a-z_]+)$': ['<rootDir>/shared/$1/src/mod.ts', '<rootDir>/services/$1/src/mod.ts'],
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': swc,
    [`/node_modules/(?:${esmOnly.join('|')})/.+\\.js$`]: [
      '@swc/jest',
      { jsc: { parser: { syntax: 'ecmascript' }, target: 'es2022' }, module: { type: 'commonjs' } },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esmOnly.join('|')})/)`],
};
