/**
 * The Helm chart: its values follow its schema, its templates name existing values, and they render
 * the same objects as the plain Kubernetes files.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = resolve(import.meta.dirname, '../../..');
const CHART = join(ROOT, 'deploy/helm/skein');
const read = (path: string) => readFileSync(join(CHART, path), 'utf8');

const values = parse(read('values.yaml'));
const validate = new Ajv({ strict: false }).compile(JSON.parse(read('values.schema.json')));
const templates = readdirSync(join(CHART, 'templates')).map((name) => read(`templates/${name}`));

test('the values are what the schema says', () => {
  validate(values);
  expect(validate.errors).toBeNull();
});

test.each<[string, object]>([
  ['a value that there is not', { node: {} }],
  ['two nodes', { nodes: { ...values.nodes, replicas: 2 } }],
  ['a size without sense', { nodes: { ...values.nodes, storage: 'much' } }],
  ['a setting without a dot', { nodes: { ...values.nodes, settings: { port: 1 } } }],
  ['nobody who issues tokens', { auth: { ...values.auth, enabled: false } }],
])('%s is refused', (_what, given) => {
  expect(validate({ ...values, ...given })).toBe(false);
});

test('another issuer takes the place of the service', () => {
  const issuer = { url: 'https://auth.example', jwksUri: '' };
  expect(validate({ ...values, auth: { ...values.auth, enabled: false }, issuer })).toBe(true);
});

test('templates name values that there are, and every value is named', () => {
  const named = new Set(
    templates.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path)),
  );
  const leaves = (value: object, path: string): string[] =>
    Object.entries(value).flatMap(([key, inner]) => {
      const here = path === '' ? key : `${path}.${key}`;
      const isWhole = typeof inner !== 'object' || named.has(here);
      return isWhole ? [here] : leaves(inner, here);
    });
  expect([...named].sort()).toEqual(leaves(values, '').sort());
});

test('what is defined is included, and what is included is defined', () => {
  const all = templates.join('\n');
  const defined = [...all.matchAll(/define "([\w.]+)"/g)].map(([, name]) => name);
  const included = [...all.matchAll(/include "([\w.]+)"/g)].map(([, name]) => name);
  expect([...new Set(included)].sort()).toEqual(defined.sort());
  const opened = all.match(/\{\{-? *(?:if|with|range|define) /g) ?? [];
  expect(all.match(/\{\{-? *end *-?\}\}/g)).toHaveLength(opened.length);
});

test('nodes have the variables that they have in the plain files, and the probes', () => {
  const variables = (text: string) => [...text.matchAll(/SKEIN_\w+$/gm)].map(([name]) => name);
  const plain = readFileSync(join(ROOT, 'deploy/kubernetes/nodes.yaml'), 'utf8');
  expect(variables(read('templates/nodes.yaml'))).toEqual(expect.arrayContaining(variables(plain)));
  for (const [path] of plain.matchAll(/path: \/_health\/\w+/g)) {
    expect(read('templates/nodes.yaml')).toContain(path);
  }
});

const helm = spawnSync('helm', ['version'], { encoding: 'utf8' });
const withHelm = helm.error === undefined ? test : test.skip;

withHelm('helm renders what the plain files say (skipped where there is no helm)', () => {
  const { stdout, stderr, status } = spawnSync(
    'helm',
    // A helm that `go install` built takes v1.20 for the version of the cluster.
    ['template', 'skein', CHART, '--namespace', 'skein', '--kube-version', '1.31.0'],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
  const kindsOf = (text: string) =>
    parseAllDocuments(text)
      .map((document) => document.toJS())
      .filter((each) => each !== null)
      .map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  const plain = ['nodes.yaml', 'auth.yaml'].map((name) =>
    readFileSync(join(ROOT, 'deploy/kubernetes', name), 'utf8'),
  );
  expect(kindsOf(stdout).sort()).toEqual(plain.flatMap(kindsOf).sort());
});
