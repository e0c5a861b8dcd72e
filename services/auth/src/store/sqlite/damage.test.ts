/**
 * No flipped bit in the store's files goes unnoticed: after a restart the data is the same, or an
 * error names the file. By default some thousand bits are flipped, chosen by a seed, and all of the
 * most important ones; `FULL_FLIPS=1` takes one bit of every byte, `FULL_FLIPS=8` every bit.
 *
 * The test does not depend on syncs, so the files are in memory if there is such a folder. Hundreds
 * of thousands of restarts take hours nevertheless: with `FULL_FLIPS` a restart is only its first
 * step, `checkDatabase`, and a read of all rows; every 32nd flip, and each in a file that tells
 * what must exist, is a whole restart.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ApiError } from '@skein/errors';
import fc from 'fast-check';
import { Administration } from '../../administration/administration.js';
import { KeyStore } from '../../keys/keystore.js';
import { PasswordChecker } from '../../passwords/password_checker.js';
import type { SqlStore } from '../sql/sql_store.js';
import { checkDatabase } from './check_database.js';
import { openSqliteStore } from './sqlite_store.js';

const NOW = 1_800_000_000_000;
const clock = { nowMs: () => NOW, monotonicMs: () => NOW };
const CHEAP = { name: 'scrypt', parameters: 'ln=4,r=1,p=1' } as const;
const BITS_PER_BYTE = Number(process.env.FULL_FLIPS ?? 0);
/** Number of flips in a file that is not tested completely. */
const SOME = 300;
/** The header of a database, of a write-ahead log with its first frame, and the whole mark. */
const HEAD_BYTES = 100;

/** With `FULL_FLIPS`, one whole restart per this many flips of the database. */
const WHOLE_EVERY = 32;
const MEMORY = '/dev/shm';

const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'skein-damage-'));
const damagedFolder = join(folder, 'damaged');
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes rows to every table. */
async function fill(store: SqlStore): Promise<void> {
  const keys = await KeyStore.open({
    store,
    masterKey: new Uint8Array(32),
    algorithm: 'ES256',
    clock,
  });
  const passwords = new PasswordChecker({ store, clock, cost: CHEAP });
  const administration = new Administration({ store, keys, clock, passwords, actor: 'test' });
  const { users, clients } = administration;
  await users.setRole({ name: 'readers', scopes: ['indices:read:*'], query: '{"match_all":{}}' });
  for (let i = 0; i < 12; i++) {
    await users.add(`user${i}`, 'correct horse battery', ['readers']);
    await clients.add({ id: `client${i}`, scopes: ['indices:read:*'] });
    const ids = { clientId: `client${i}`, userId: `u${i}` };
    const times = { createdMs: NOW, expiresMs: NOW + 1e6 };
    const grant = { ...ids, ...times, id: `g${i}`, scopes: ['indices:read:*'], authMs: NOW };
    await store.grants.add({ ...grant, revokedMs: undefined });
    const token = { grantId: `g${i}`, clientId: ids.clientId, ...times, usedMs: undefined };
    await store.grants.addRefreshToken({ ...token, hash: `r${i}`, dpopThumbprint: undefined });
    await store.sessions.add({ hash: `s${i}`, userId: ids.userId, authMs: NOW, seenMs: NOW });
  }
  await administration.createInitialToken({
    scopes: ['cluster:monitor'],
    uses: 1,
    lifetimeMs: 1e6,
  });
  await store.grants.revoke({ id: 'g0' }, NOW);
  await store.grants.revokeToken({ jti: 'j', expiresMs: NOW, revokedMs: NOW });
  await store.grants.useOnce('once', NOW);
  await passwords.check('user1', 'wrong');
}

/** All rows of all tables. */
function dump(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true });
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'integrity'";
  const tables = database
    .prepare(sql)
    .all()
    .map(({ name }) => String(name));
  const rows = tables.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]);
  database.close();
  return JSON.stringify(rows);
}

const FILES = ['auth.sqlite', 'auth.sqlite-wal', 'auth.sqlite-mark'];

interface Saved {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly rows: string;
}

/** The files after an orderly stop, or as left by a kill: with a write-ahead log. */
async function saved(killed: boolean): Promise<Saved> {
  const home = join(folder, killed ? 'killed' : 'stopped');
  mkdirSync(home);
  const path = join(home, 'auth.sqlite');
  const store = openSqliteStore(path);
  await fill(store);
  if (killed) {
    // Some data is in the database already, the rest in the log.
    await store.close();
    const again = openSqliteStore(path);
    await again.sessions.removeOf('u3');
    for (let i = 0; i < 5; i++) await again.audit.add({ timeMs: NOW, event: `last${i}` });
    const files = filesOf(home);
    await again.close();
    return { files, rows: dump(path) };
  }
  await store.close();
  return { files: filesOf(home), rows: dump(path) };
}

function filesOf(home: string): ReadonlyMap<string, Buffer> {
  const copy = join(home, 'copy');
  mkdirSync(copy);
  for (const name of FILES) {
    try {
      copyFileSync(join(home, name), join(copy, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  const there = FILES.filter((name) => readIfThere(join(copy, name)) !== undefined);
  return new Map(there.map((name) => [name, readFileSync(join(copy, name))]));
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

type Outcome = 'same' | 'refused';

/**
 * Restarts with these files; `open` returns the store to close. Throws if it serves different data,
 * or fails without naming a file.
 */
async function restart(
  { files, rows }: Saved,
  open: (path: string) => Pick<SqlStore, 'close'> | undefined = openSqliteStore,
): Promise<Outcome> {
  rmSync(damagedFolder, { recursive: true, force: true });
  mkdirSync(damagedFolder);
  for (const [name, bytes] of files) writeFileSync(join(damagedFolder, name), bytes);
  const path = join(damagedFolder, 'auth.sqlite');
  let store: Pick<SqlStore, 'close'> | undefined;
  try {
    store = open(path);
  } catch (error) {
    if (!(error instanceof ApiError && error.message.includes(path))) throw error;
    const log = files.get('auth.sqlite-wal');
    // A refused file must stay unchanged.
    if (log && !readFileSync(`${path}-wal`).equals(log)) throw new Error('the log was changed');
    return 'refused';
  }
  await store?.close();
  if (dump(path) !== rows) throw new Error('other data, and no refusal');
  return 'same';
}

/** The first step of a restart, which decides on a refusal. */
function checkedOnly(path: string): undefined {
  checkDatabase(path, { thorough: true, timeoutMs: 0 });
}

/** Bits to flip: all of the head and a seeded choice of the rest, or as set by `FULL_FLIPS`. */
function* bitsOf(bytes: number, random: () => number): Generator<number> {
  if (BITS_PER_BYTE > 0) {
    for (let at = 0; at < bytes; at++) {
      for (let i = 0; i < BITS_PER_BYTE; i++) {
        yield at * 8 + (BITS_PER_BYTE === 8 ? i : Math.floor(random() * 8));
      }
    }
    return;
  }
  const head = Math.min(bytes, HEAD_BYTES) * 8;
  for (let bit = 0; bit < head; bit++) yield bit;
  if (bytes <= HEAD_BYTES) return;
  for (let i = 0; i < SOME; i++) yield Math.floor(random() * bytes * 8);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 12)) >>> 0) / 2 ** 32;
  };
}

describe.each([
  ['after a stop in order', false],
  ['after a kill, with a write-ahead log', true],
])('%s', (_when, killed) => {
  let whole: Saved;
  beforeAll(async () => {
    whole = await saved(killed);
  });

  it('the files as they were are served', async () => {
    expect([...whole.files.keys()]).toEqual(FILES.filter((name) => killed || !/wal/.test(name)));
    expect(await restart(whole)).toBe('same');
  });

  it.each(FILES)('a flipped bit in %s is the same data or a refusal', async (name) => {
    const bytes = whole.files.get(name);
    if (bytes === undefined) return;
    const { seed = 1 } = fc.readConfigureGlobal() ?? {};
    const outcomes = { same: 0, refused: 0 };
    for (const bit of bitsOf(bytes.length, seeded(seed))) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const files = new Map([...whole.files, [name, changed]]);
      const damagedFiles = { files, rows: whole.rows };
      const isWhole =
        BITS_PER_BYTE === 0 || name === 'auth.sqlite-mark' || (bit >> 3) % WHOLE_EVERY === 0;
      try {
        const outcome = isWhole ? restart(damagedFiles) : restart(damagedFiles, checkedOnly);
        outcomes[await outcome]++;
      } catch (error) {
        throw new Error(`bit ${bit & 7} of byte ${bit >> 3}, SEED=${seed}: ${error}`);
      }
    }
    expect(outcomes.refused).toBeGreaterThan(0);
    if (BITS_PER_BYTE > 0) console.info(`${name}: ${JSON.stringify(outcomes)}`);
  });

  it.each(FILES)('%s cut short is the same data or a refusal', async (name) => {
    const bytes = whole.files.get(name);
    if (bytes === undefined) return;
    for (let i = 0; i < 16; i++) {
      const files = new Map([...whole.files, [name, bytes.subarray(0, (bytes.length * i) >> 4)]]);
      await restart({ files, rows: whole.rows });
    }
  });

  it('a database that is gone, or of before, is refused', async () => {
    const files = new Map(whole.files);
    files.delete('auth.sqlite');
    expect(await restart({ ...whole, files })).toBe('refused');
    const older = new Map((await saved2()).files);
    older.set('auth.sqlite-mark', whole.files.get('auth.sqlite-mark') ?? Buffer.alloc(0));
    expect(await restart({ ...whole, files: older })).toBe('refused');
  });

  /** An older database with less data. */
  async function saved2(): Promise<Saved> {
    const home = mkdtempSync(join(folder, 'older-'));
    const store = openSqliteStore(join(home, 'auth.sqlite'));
    await store.audit.add({ timeMs: NOW, event: 'only' });
    await store.close();
    return { files: filesOf(home), rows: '' };
  }
});
