/**
 * Checks which package may import which: docs/ARCHITECTURE.md as data. A package imports only from
 * layers below its own and only what its package.json names; no import passes by a package's
 * `mod.ts`. Inside `services/node`, actors know neither `api` nor each other's internals.
 */
import { readFileSync } from 'node:fs';
import type { Finding, Import, Rule, SourceFile } from './source_file.ts';

/**
 * The layer of each package. Packages of one layer do not import each other, unless listed in
 * SAME_LAYER.
 */
export const LAYERS: Readonly<Record<string, number>> = {
  web_globals: 0,
  base: 0,
  // The console is a client of the API: it imports nothing, and names types and queries as every
  // client does.
  console: 0,
  bytes: 1,
  content: 1,
  dates: 1,
  errors: 1,
  analysis: 2,
  extraction: 2,
  java: 2,
  script: 2,
  settings: 2,
  http: 2,
  oauth: 2,
  transport: 2,
  search_library: 3,
  ingest: 3,
  mapping: 4,
  snapshots: 4,
  reading: 5,
  engine: 5,
  cluster: 5,
  aggregations: 6,
  lifecycle: 6,
  transform: 6,
  search: 7,
  shard: 8,
  platform: 9,
  node: 10,
  auth: 10,
  cli: 11,
  testkit: 11,
  simulator: 11,
};

/** The imports that are allowed within a layer: `errors` is the vocabulary of its layer. */
const SAME_LAYER: ReadonlySet<string> = new Set([
  'content>errors',
  'dates>errors',
  'http>settings',
  'script>java',
]);

/** Folders of services/node that are not actors: their own imports are not restricted. */
const NODE_FRAME: ReadonlySet<string> = new Set(['api', 'process', 'config', 'wire']);

export const layers: Rule = (files) => files.flatMap(layerFindings);

function layerFindings(file: SourceFile): Finding[] {
  return file.imports.flatMap((one) => {
    const message = one.specifier.startsWith('@skein/')
      ? packageEdge(file, one)
      : actorEdge(file, one.specifier);
    return message === undefined ? [] : [{ path: file.path, line: one.line, message }];
  });
}

/** Additional entry points of packages: parts that threads need without the rest of the package. */
const SECOND_ENTRIES: ReadonlySet<string> = new Set([
  '@skein/cluster/replication',
  '@skein/cluster/routing',
  '@skein/extraction/calls',
  '@skein/ingest/calls',
]);

function packageEdge(file: SourceFile, { specifier }: Import): string | undefined {
  if (file.packageName === '' || file.isTest) return undefined;
  const [, target = '', ...deep] = specifier.split('/');
  if (deep.length > 0 && !SECOND_ENTRIES.has(specifier))
    return `reaches past the entry point of ${target}: import from '@skein/${target}'`;
  const from = LAYERS[file.packageName];
  const to = LAYERS[target];
  if (from === undefined || to === undefined) {
    return `package ${from === undefined ? file.packageName : target} is not in the table of layers`;
  }
  if (to > from || (to === from && !SAME_LAYER.has(`${file.packageName}>${target}`))) {
    return `${file.packageName} (layer ${from}) may not import ${target} (layer ${to})`;
  }
  if (!dependenciesOf(file.packagePath).has(`@skein/${target}`)) {
    return `${file.packagePath}/package.json does not name ${specifier}`;
  }
  return undefined;
}

const known = new Map<string, ReadonlySet<string>>();

function dependenciesOf(packagePath: string): ReadonlySet<string> {
  let names = known.get(packagePath);
  if (!names) {
    const { dependencies = {} } = JSON.parse(readFileSync(`${packagePath}/package.json`, 'utf8'));
    names = new Set(Object.keys(dependencies));
    known.set(packagePath, names);
  }
  return names;
}

/**
 * Finds a forbidden import inside services/node: an actor imports another actor only through its
 * `mod.ts`, and never the frame above it.
 */
function actorEdge(file: SourceFile, specifier: string): string | undefined {
  if (file.packageName !== 'node' || file.isTest || !specifier.startsWith('..')) return undefined;
  const actor = file.path.split('/')[3] ?? '';
  const target = resolved(file.path, specifier);
  const targetActor = target[3] ?? '';
  if (actor === targetActor || target.length < 5 || NODE_FRAME.has(actor)) return undefined;
  if (targetActor === 'api' || targetActor === 'process') {
    return `${actor} is an actor and may not import ${targetActor}`;
  }
  const isEntry = target.length === 5 && target.at(-1) === 'mod.js';
  const isOpen = targetActor === 'security' || targetActor === 'config';
  return isEntry || isOpen ? undefined : `reaches past the entry point of ${targetActor}`;
}

function resolved(path: string, specifier: string): string[] {
  const parts = path.split('/').slice(0, -1);
  for (const step of specifier.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts;
}
