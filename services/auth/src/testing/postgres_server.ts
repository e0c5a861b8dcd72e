/**
 * A PostgreSQL server for tests: in a temporary folder, with a socket file there, and removed when
 * stopped.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';

export interface TestPostgres {
  /** Creates an empty schema, which can be opened any number of times. */
  schema(): Promise<string>;
  /** Runs an administrator's statement, for changes behind the service's back. */
  query(sql: string): Promise<void>;
  stop(): Promise<void>;
}

/** Limits of a database for tests, whose machine may be busy. */
export const PATIENT = { connectMs: 300_000, statementMs: 300_000 } as const;

const DEBIAN = '/usr/lib/postgresql';

/** The folder of the server's programs; undefined if not installed. */
function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
  ];
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
  );
}

/** False: suites over a server are skipped. */
export const hasPostgres = (): boolean => postgresPrograms() !== undefined;

export async function startPostgres(): Promise<TestPostgres> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('no PostgreSQL server is installed');
  const folder = mkdtempSync(join(tmpdir(), 'skein-pg-'));
  const owner = serverOwner();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  // Independent of the machine's locale, because the output awaited below is English.
  const locale = ['--no-locale', '-E', 'UTF8'];
  const initial = ['-D', data, '-U', 'skein', '-A', 'trust', '--no-sync', ...locale];
  execFileSync(join(programs, 'initdb'), initial, { ...owner, cwd: folder, stdio: 'pipe' });
  const options = ['-D', data, '-k', folder, '-c', 'listen_addresses='];
  const child = spawn(join(programs, 'postgres'), options, {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  await ready(child.stderr);
  const url = `postgres://skein@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const admin = new pg.Pool({ connectionString: url, max: 1 });
  // The server can end before a connection does; a waiting query reports the error itself.
  admin.on('error', () => {});
  admin.on('connect', (client) => client.on('error', () => {}));
  let schemas = 0;
  return {
    async schema() {
      const name = `test${schemas++}`;
      await admin.query(`CREATE SCHEMA ${name}`);
      return `${url}&options=${encodeURIComponent(`-c search_path=${name}`)}`;
    },
    query: async (sql) => void (await admin.query(sql)),
    async stop() {
      await admin.end();
      child.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

/** The server refuses to run as root. */
function serverOwner(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line =
    lines.find((one) => one.startsWith('postgres:')) ??
    lines.find((one) => one.startsWith('nobody:'));
  const [, , uid, gid] = (line ?? '').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Resolves at the ready line; rejects with the output if the server ends before. */
function ready(stderr: NodeJS.ReadableStream): Promise<void> {
  let written = '';
  return new Promise((resolve, reject) => {
    stderr.on('data', (chunk: Buffer) => {
      if (written.length < 10_000) written += chunk.toString();
      if (written.includes('ready to accept connections')) resolve();
    });
    stderr.once('end', () => reject(new Error(`PostgreSQL did not start:\n${written}`)));
  });
}
