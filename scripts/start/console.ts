/**
 * The sign-in to the console of `npm start`: the console's registration as a client, and a user to
 * try it with, made at the first start and kept beside the data.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileJson } from '../trusted_json.ts';

export interface ConsoleUser {
  readonly name: string;
  readonly password: string;
}

interface Kept extends ConsoleUser {
  /** The origins of the nodes for which the console is registered. */
  readonly origins: readonly string[];
  /** The scopes of user and console; absent in a file that an older version wrote. */
  readonly scope?: string;
}

const CLIENT = 'skein-console';
const ROLE = 'console';
const USER = 'demo';
const PASSWORD_BYTES = 9;
const SCOPE = [
  'cluster:all indices:all:*',
  'pipelines:manage templates:manage scripts:manage snapshots:manage tasks:manage',
  'security:read security:manage',
].join(' ');

interface ConsoleUserOptions {
  readonly root: string;
  readonly dataPath: string;
  readonly origins: readonly string[];
}

/**
 * Reads or registers user and console in the files of the authorization service, before it runs or
 * while it runs.
 */
export async function consoleUser(options: ConsoleUserOptions): Promise<ConsoleUser> {
  const { dataPath, origins } = options;
  const file = join(dataPath, 'console-user.json');
  const kept = existsSync(file) ? fileJson<Kept>(file) : undefined;
  const isCurrent = kept?.scope === SCOPE && String(kept.origins) === String(origins);
  if (kept !== undefined && isCurrent) return kept;
  await auth(options, ['roles', 'set', ROLE, '--scope', SCOPE]);
  const user = kept ?? (await addUser(options));
  const registration = [
    '--first-party',
    ...['--scope', SCOPE],
    ...origins.flatMap((origin) => ['--redirect-uri', `${origin}/_console/`]),
    ...origins.flatMap((origin) => ['--origin', origin]),
  ];
  if (kept === undefined) {
    const grants = 'authorization_code,refresh_token';
    const what = ['--type', 'public', '--name', 'Skein console', '--grants', grants];
    await auth(options, ['clients', 'add', CLIENT, ...what, ...registration]);
  } else {
    await auth(options, ['clients', 'update', CLIENT, ...registration]);
  }
  const { name, password } = user;
  writeFileSync(file, JSON.stringify({ name, password, origins, scope: SCOPE }), { mode: 0o600 });
  return user;
}

async function addUser(options: ConsoleUserOptions): Promise<ConsoleUser> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  await auth(options, ['users', 'add', USER, '--roles', ROLE], password);
  return { name: USER, password };
}

function auth(
  { root, dataPath }: ConsoleUserOptions,
  args: readonly string[],
  input = '',
): Promise<void> {
  const cli = join(root, 'services/cli/bin/skein.js');
  const place = ['-E', `path.data=${join(dataPath, 'auth')}`];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, 'auth', ...args, ...place], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk);
    });
    child.on('error', reject);
    // A child that ends early does not read its input; its exit code tells why.
    child.stdin.on('error', () => undefined);
    // The streams are complete only when the process is closed.
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`skein auth ${args.slice(0, 2).join(' ')}: ${said.trim()}`));
    });
    child.stdin.end(input);
  });
}
