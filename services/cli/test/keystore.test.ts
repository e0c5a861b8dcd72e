/** `skein keystore` as an operator runs it, and a node that reads the keystore. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Ended, runCommand } from './run_command.js';

const COMMAND = join(__dirname, '../bin/skein.js');
const SECRET = 'reindex.remote.credentials.old.password';

let folder = '';
const nodes: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-keystore-'));
  writeFileSync(join(folder, 'skein.yml'), 'cluster.name: kept\n');
});
afterEach(async () => {
  for (const node of nodes.splice(0)) {
    if (node.exitCode !== null) continue;
    node.kill('SIGKILL');
    await once(node, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

function keystore(args: readonly string[], given: Given = {}): Promise<Ended> {
  const all = ['keystore', ...args, '--config', folder];
  return runCommand(COMMAND, all, { ...given, input: given.input ?? '' });
}

interface Given {
  readonly input?: string;
  readonly environment?: Record<string, string>;
}

test('secrets are kept, listed, replaced and forgotten, and nobody else can read the files', async () => {
  expect((await keystore(['list'])).error).toContain('Keystore is missing');
  expect((await keystore(['create'])).code).toBe(0);
  expect((await keystore(['create'])).error).toContain('a keystore exists already');
  expect((await keystore(['add', SECRET], { input: 'swordfish\n' })).code).toBe(0);
  expect((await keystore(['add', SECRET], { input: 'other\n' })).error).toContain('--force');
  expect((await keystore(['add', SECRET, '--force'], { input: 'other\n' })).code).toBe(0);
  expect((await keystore(['add', 'no.such'], { input: 'x\n' })).error).toContain(
    '[no.such] is not a secure setting',
  );
  writeFileSync(join(folder, 'key.txt'), 'an API key');
  const file = ['add-file', 'reindex.remote.credentials.old.api_key', join(folder, 'key.txt')];
  expect((await keystore(file)).code).toBe(0);
  expect((await keystore(['list'])).out).toBe(
    `reindex.remote.credentials.old.api_key\n${SECRET}\n`,
  );
  for (const name of ['skein.keystore', 'keystore.key']) {
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    expect(readFileSync(join(folder, name), 'utf8')).not.toContain('other');
  }
  expect((await keystore(['remove', SECRET])).code).toBe(0);
  expect((await keystore(['remove', SECRET])).error).toContain('is not in the keystore');
});

test('one folder may hold the files of both services, which tell of one keystore', async () => {
  const key = join(folder, 'elsewhere.key');
  writeFileSync(join(folder, 'auth.yml'), `keystore.key_file: ${key}\n`);
  expect((await keystore(['create'])).code).toBe(0);
  expect(statSync(key).mode & 0o077).toBe(0);
  writeFileSync(join(folder, 'skein.yml'), 'keystore.key_file: another.key\n');
  expect((await keystore(['list'])).error).toContain(
    'the configuration files have different values for [keystore.key_file]',
  );
});

test('what several add at once is all there', async () => {
  await keystore(['create']);
  const names = ['a', 'b', 'c', 'd'].map((name) => `reindex.remote.credentials.${name}.password`);
  const ended = await Promise.all(names.map((name) => keystore(['add', name], { input: name })));
  expect(ended.map(({ code, error }) => [code, error])).toEqual(names.map(() => [0, '']));
  expect((await keystore(['list'])).out.trim().split('\n')).toEqual(names);
});

test('a password is asked of everybody who opens the keystore', async () => {
  await keystore(['create']);
  expect((await keystore(['has-passwd'])).code).toBe(1);
  expect((await keystore(['passwd'], { input: 'first\n' })).code).toBe(0);
  expect((await keystore(['has-passwd'])).code).toBe(0);
  expect((await keystore(['list'])).error).toContain('password was incorrect');
  const wrong = { environment: { SKEIN_KEYSTORE_PASSWORD: 'second' } };
  expect((await keystore(['list'], wrong)).error).toContain('password was incorrect');
  writeFileSync(join(folder, 'password'), 'first\n');
  const right = { environment: { SKEIN_KEYSTORE_PASSWORD_FILE: join(folder, 'password') } };
  expect((await keystore(['list'], right)).code).toBe(0);
  expect((await keystore(['passwd', '--none'], right)).code).toBe(0);
  expect((await keystore(['list'])).code).toBe(0);
});

test('a node reads the keystore at its start and when it is told to', async () => {
  await keystore(['create']);
  const secret = 'transport.secret';
  await keystore(['add', secret], { input: 'a secret of the nodes\n' });
  const url = await startNode();
  const shown = await (await fetch(`${url}/_nodes/settings`)).text();
  expect(shown).toContain('"kept"');
  expect(shown).not.toContain('a secret of the nodes');
  expect(await reload(url)).toEqual([{ name: 'n' }]);
  await keystore(['passwd'], { input: 'first\n' });
  const refused = {
    type: 'security_exception',
    reason: 'Provided keystore password was incorrect',
  };
  expect(await reload(url)).toEqual([{ name: 'n', reload_exception: refused }]);
  expect(await reload(url, { secure_settings_password: 'first' })).toEqual([{ name: 'n' }]);
  rmSync(join(folder, 'skein.keystore'));
  const missing = { type: 'illegal_state_exception', reason: 'Keystore is missing' };
  expect(await reload(url)).toEqual([{ name: 'n', reload_exception: missing }]);
});

test('a node does not start with a secret in the wrong place, or in two', async () => {
  await keystore(['create']);
  await keystore(['add', 'transport.secret'], { input: 'one\n' });
  await expect(startNode('transport.secret=two')).rejects.toThrow('in the keystore and among');
  await expect(startNode(`${SECRET}=two`)).rejects.toThrow('must be stored inside the keystore');
});

async function reload(url: string, body?: object): Promise<unknown[]> {
  const answer = await fetch(`${url}/_nodes/reload_secure_settings`, {
    method: 'POST',
    ...(body && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const { nodes: entries } = (await answer.json()) as { nodes: Record<string, unknown> };
  return Object.values(entries);
}

function startNode(...settings: readonly string[]): Promise<string> {
  const all = ['http.port=0', 'transport.port=0', 'node.name=n', ...settings];
  const data = `path.data=${join(folder, 'data')}`;
  const given = [...all, data].flatMap((setting) => ['-E', setting]);
  const node = spawn(process.execPath, [COMMAND, 'node', '--config', folder, ...given], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  nodes.push(node);
  return new Promise((resolve, reject) => {
    let written = '';
    for (const stream of [node.stdout, node.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        written += `${line}\n`;
        const url = /ready on (http:\/\/\S+)/.exec(line)?.[1];
        if (url !== undefined) resolve(url);
      });
    }
    node.once('close', () => reject(new Error(written)));
  });
}
