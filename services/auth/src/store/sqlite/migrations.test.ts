import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkDatabase } from './check_database.js';
import { CommitMark, readMark } from './commit_mark.js';
import { FIRST_WITH_SUMS, MIGRATIONS } from './migrations.js';
import { addRowSum, countSums } from './row_sums.js';
import { openSqliteStore } from './sqlite_store.js';

describe('migrations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-auth-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('bring a database of the first version up to date', async () => {
    const path = join(folder, 'old.sqlite');
    const old = new DatabaseSync(path);
    old.exec(MIGRATIONS[0] ?? '');
    old.exec('PRAGMA user_version=1');
    old.exec(
      `INSERT INTO clients VALUES ('job', 'Job', x'01', 'client_credentials', 'cluster:monitor indices:read:a', 0, 7);
       INSERT INTO signing_keys VALUES ('k', 'ES256', '{}', x'02', 5)`,
    );
    old.close();
    const store = openSqliteStore(path);
    expect(await store.clients.get('job')).toMatchObject({
      type: 'confidential',
      grants: ['client_credentials'],
      scopes: ['cluster:monitor', 'indices:read:a'],
      redirectUris: [],
      rotation: 'rotating',
      createdMs: 7,
    });
    expect(await store.keys.all()).toMatchObject([{ kid: 'k', activeMs: 0, revokedMs: undefined }]);
    await store.close();
    await openSqliteStore(path).close();
  });

  it('are marked as changes, before there is any other', async () => {
    const path = join(folder, 'marked.sqlite');
    await openSqliteStore(path).close();
    const first = readMark(path);
    expect(first).toEqual(expect.any(Number));
    const store = openSqliteStore(path);
    await store.keys.all();
    expect(readMark(path)).toBe(first);
    await store.close();
  });

  it('leave a database of the first version with sums to be checked by them', async () => {
    const path = join(folder, 'sums.sqlite');
    const old = new DatabaseSync(path);
    for (const migration of MIGRATIONS.slice(0, FIRST_WITH_SUMS)) old.exec(migration);
    old.exec(`PRAGMA user_version=${FIRST_WITH_SUMS}`);
    addRowSum(old);
    countSums(old);
    new CommitMark(path).write(0);
    const check = () => checkDatabase(path, { thorough: true, timeoutMs: 0 });
    expect(check).not.toThrow();
    old.exec('DELETE FROM integrity');
    expect(check).toThrow('is not what was written into it');
    old.exec(`PRAGMA user_version=${FIRST_WITH_SUMS - 1}`);
    expect(check).toThrow('its schema is older than its last change');
    old.close();
  });

  it('refuse a database of a later program', () => {
    const path = join(folder, 'new.sqlite');
    const later = new DatabaseSync(path);
    later.exec('PRAGMA user_version=99');
    later.close();
    expect(() => openSqliteStore(path)).toThrow('new.sqlite] has schema version [99]');
  });
});
