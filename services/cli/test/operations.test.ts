/**
 * The operators' commands, against a node: status, top, doctor, support, bench, profile; and
 * completion in real shells.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts, ServiceProcess } from '@skein/testkit';
import { runCommand } from './run_command.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const COMMAND = join(ROOT, 'services/cli/bin/skein.js');
const SECRET = 'a-password-nobody-may-see';

const folder = mkdtempSync(join(tmpdir(), 'skein-operations-'));
const at = (name: string) => join(folder, name);
let node: ServiceProcess;

beforeAll(async () => {
  node = await ServiceProcess.start(ROOT, 'node', {
    'http.port': '0',
    'path.data': at('data'),
    'node.name': 'alone',
    'cluster.name': 'shelf',
  });
  await ask('PUT', '/books', {
    settings: { number_of_shards: 1, number_of_replicas: 1 },
    mappings: {
      properties: {
        title: { type: 'text' },
        kind: { type: 'keyword' },
        pages: { type: 'integer' },
      },
    },
  });
  const lines = Array.from({ length: 300 }, (_, n) => [
    '{"index":{}}',
    JSON.stringify({
      title: `volume ${n} of the history of the sea, part ${n % 7}`,
      kind: `k${n % 5}`,
      pages: n,
    }),
  ]);
  await ask('POST', '/books/_bulk?refresh', `${lines.flat().join('\n')}\n`);
  await ask('PUT', '/_ingest/pipeline/mark', {
    processors: [{ set: { field: 'x', value: SECRET } }],
  });
});
afterAll(async () => {
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, body: object | string): Promise<void> {
  const answer = await fetch(`${node.url}${path}`, {
    method,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
    },
  });
  expect(answer.status).toBeLessThan(300);
}

const run = (...args: readonly string[]) => runCommand(COMMAND, args, { cwd: folder });

const asked = (...args: readonly string[]) => run(...args, '--url', node.url);

test('status says what is missing and why', async () => {
  const { code, out } = await asked('status');
  expect(code).toBe(0);
  expect(out).toContain('shelf is yellow: all data can be searched, with 1 unassigned shard copy');
  expect(out).toMatch(/\* alone {2}127\.0\.0\.1 {2}heap \d+% {2}cpu \d+%/);
  expect(out).toContain('replica of books[0]: INDEX_CREATED since ');
  expect(out).toContain('alone: a copy of this shard is already allocated to this node');
  const { nodes, missing } = JSON.parse((await asked('status', '--json')).out);
  expect(nodes).toMatchObject([
    { name: 'alone', isMaster: true, version: expect.stringMatching(/^\d/) },
  ]);
  expect(missing[0].explanation.rules[0].decider).toBe('same_shard');
});

test('status of nobody is an error in a line', async () => {
  const [port] = await freePorts(1);
  const { code, error } = await run('status', '--url', `http://127.0.0.1:${port}`);
  expect(code).toBe(1);
  expect(error).toMatch(/^skein status: .*ECONNREFUSED.*\n$/);
});

test('top prints one picture where nobody looks at a terminal', async () => {
  const { code, out } = await asked('top', '--interval', '100ms');
  expect(code).toBe(0);
  expect(out).toContain('shelf: yellow, 1 nodes');
  expect(out).toMatch(/^alone +\d/m);
  expect(out).toMatch(/^books +300 /m);
  expect((await asked('top', '--interval', 'soon')).error).toContain('--interval must be');
});

test('doctor names the missing copy and what mends it', async () => {
  const { code, out } = await asked('doctor', '--json');
  expect(code).toBe(1);
  const findings = JSON.parse(out) as { grade: string; problem: string; mend: string }[];
  const copy = findings.find(({ problem }) => problem.startsWith('replica of books[0]'));
  expect(copy).toMatchObject({
    grade: 'warning',
    mend: expect.stringContaining('number_of_replicas'),
  });
  expect(findings.filter(({ problem }) => problem.includes('clock of'))).toEqual([]);
});

test('doctor looks at the configuration of this machine', async () => {
  const missing = await run('doctor', '--no-cluster', '-E', `path.data=${at('nowhere')}`);
  expect([missing.code, missing.out]).toEqual([
    1,
    expect.stringContaining('nowhere] does not exist'),
  ]);
  mkdirSync(at('certs'));
  await run('certs', '--out', at('certs'), '--days', '10', '--host', 'localhost');
  const tls = `http.tls.certificate=${at('certs/localhost.crt')}`;
  const ending = await run('doctor', '--no-cluster', '-E', tls);
  expect(ending.out).toMatch(
    /WARNING: the certificate of \[http.tls.certificate\].* in 9 days\n {2}remedy: create a new certificate/,
  );
  const well = await run('doctor', '--no-cluster', '-E', `path.data=${at('data')}`);
  expect([well.code, well.out]).toEqual([0, 'no problems found\n']);
  expect((await run('doctor', '--no-cluster', '-E', 'nothing')).code).toBe(2);
});

test.each(['ca', 'CA'])('certs does not overwrite the authority for a host [%s]', async (host) => {
  const ending = await run('certs', '--out', at('authority'), '--host', host);
  expect([ending.code, ending.error]).toEqual([
    1,
    expect.stringContaining('the first host must not be [ca]'),
  ]);
  expect(existsSync(at('authority'))).toBe(false);
});

test('doctor of nobody says how to reach somebody', async () => {
  const [port] = await freePorts(1);
  const { code, out } = await run('doctor', '--url', `http://127.0.0.1:${port}`);
  expect([code, out]).toEqual([1, expect.stringContaining('does not answer as a cluster')]);
});

test('doctor asks the issuers that nodes trust for their keys', async () => {
  const [port] = await freePorts(1);
  const secured = await ServiceProcess.start(ROOT, 'node', {
    'http.port': '0',
    'path.data': at('secured'),
    'security.oauth2.issuers.gone.url': `http://127.0.0.1:${port}`,
  });
  try {
    // Without a token doctor learns nothing of the node, and says so.
    const { code, out } = await run('doctor', '--url', secured.url);
    expect([code, out]).toEqual([1, expect.stringContaining('401')]);
  } finally {
    await secured.stop();
  }
});

test('support makes an archive without documents and secrets', async () => {
  writeFileSync(at('node.log'), `{"message":"x","authorization":"Bearer ${SECRET}"}\n`);
  const out = at('bundle.tar.gz');
  const { code, error } = await asked('support', '--out', out, '--log', at('node.log'));
  expect([code, error]).toEqual([0, '']);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  mkdirSync(at('bundle'));
  expect(spawnSync('tar', ['-xzf', out, '-C', at('bundle'), '--strip-components=1']).status).toBe(
    0,
  );
  const names = readdirSync(at('bundle'), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(at('bundle'), name)).isFile());
  expect(files).toEqual(
    expect.arrayContaining([
      'README.txt',
      'cluster_state.json',
      'doctor.txt',
      'hot_threads.txt',
      'log.txt',
      'cat/shards.txt',
      'nodes_stats.json',
    ]),
  );
  expect(files.filter((name) => name.endsWith('.refused.txt'))).toEqual([]);
  for (const name of files) {
    const text = readFileSync(join(at('bundle'), name), 'utf8');
    expect([name, text.includes(SECRET)]).toEqual([name, false]);
    expect([name, text.includes('history of the sea')]).toEqual([name, false]);
  }
  const state = JSON.parse(readFileSync(join(at('bundle'), 'cluster_state.json'), 'utf8'));
  expect(Object.keys(state.metadata.indices)).toEqual(['books']);
});

test('bench draws bodies by a seed that it prints', async () => {
  const { code, out, error } = await asked(
    'bench',
    'books',
    '--seconds',
    '1',
    '--clients',
    '2',
    '--classes',
    '^(word|term|range)$',
    '--seed',
    '7',
    '--json',
  );
  expect([code, error]).toEqual([0, '']);
  const { seed, classes } = JSON.parse(out);
  expect(seed).toBe(7);
  expect(classes.map(({ name }: { name: string }) => name)).toEqual(['word', 'term', 'range']);
  for (const { name, single, many } of classes) {
    expect([name, single.errors + many.errors]).toEqual([name, 0]);
  }
  expect((await asked('bench', 'nosuch')).error).toContain('nosuch');
});

test.each([
  ['cpu', 'nodes'],
  ['heap', 'head'],
])('a %s profile is a file of the developer tools', async (type, key) => {
  const file = at(`one.${type}`);
  const { code, out } = await asked(
    'profile',
    '--type',
    type,
    '--duration',
    '200ms',
    '--node',
    'alone',
    '--out',
    file,
  );
  expect([code, out]).toEqual([0, `${file}\n`]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty(key);
});

test.each([
  [['--duration', '2m'], '[duration] must be positive and at most [60s]'],
  [['--thread', 'none', '--duration', '10ms'], 'there is no thread [none], only [main'],
  [['--node', 'nobody'], 'stands for [0] nodes'],
])('profile %j is refused', async (args, reason) => {
  const { code, error } = await asked('profile', ...args, '--out', at('refused'));
  expect([code, error]).toEqual([1, expect.stringContaining(reason)]);
});

/** The words that bash offers for a line with the cursor at its end. */
function offered(line: string): readonly string[] {
  const words = line.split(' ');
  const script = [
    `source <('${process.execPath}' '${COMMAND}' completion bash)`,
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`,
    `_skein; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ].join('\n');
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((word) => word !== '');
}

test('bash completes commands, their commands, options and values', () => {
  expect(offered('skein st')).toEqual(['status']);
  expect(offered('skein ')).toEqual(
    expect.arrayContaining(['node', 'auth', 'doctor', '--version', '--help']),
  );
  expect(offered('skein auth us')).toEqual(['users']);
  expect(offered('skein top --o')).toEqual(['--once']);
  expect(offered('skein profile --type ')).toEqual(['cpu', 'heap']);
  expect(offered('skein support --out ')).toEqual([]);
  expect(offered('skein completion --h')).toEqual(['--help']);
  expect(offered('skein completion z')).toEqual(['zsh']);
});

test('zsh reads its completion', async () => {
  const { code, out } = await run('completion', 'zsh');
  expect(code).toBe(0);
  expect(out).toMatch(/^#compdef skein\n/);
  expect(out).toContain('_skein_auth_users() {');
  const { status, stderr, error } = spawnSync('zsh', ['-n'], { input: out, encoding: 'utf8' });
  // Without zsh on the machine only the text is checked.
  if (error === undefined) expect([status, stderr]).toEqual([0, '']);
});

/** Presses Tab behind each line in an interactive zsh, and waits for what must stand there then. */
function zshScript(source: string, lines: readonly (readonly [typed: string, then: string])[]) {
  const asked = lines.flatMap(([typed, then]) => [
    `zpty -n -w shell $'\\x15${typed}\\t'`,
    `zpty -r shell shown '*${then}*' || exit 1`,
  ]);
  return [
    'zmodload zsh/zpty',
    'zpty shell zsh -f -i',
    `zpty -w shell 'autoload -Uz compinit; compinit -u -D; bindkey "^I" complete-word; source ${source}; print RE""ADY'`,
    "zpty -r shell shown '*READY*' || exit 1",
    ...asked,
    'zpty -d shell',
  ].join('\n');
}

test('zsh completes commands, their commands, options and values', async () => {
  const { out } = await run('completion', 'zsh');
  writeFileSync(at('completion.zsh'), out);
  const script = zshScript(at('completion.zsh'), [
    ['skein sta', 'skein status'],
    ['skein auth us', 'auth users'],
    ['skein top --o', '--once'],
    ['skein profile --type h', '--type heap'],
    ['skein completion z', 'completion zsh'],
  ]);
  const options = { input: script, encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stderr, error } = spawnSync('zsh', ['-f'], options);
  const isMissing = error !== undefined && 'code' in error && error.code === 'ENOENT';
  if (!isMissing) expect([status, stderr]).toEqual([0, '']);
});
