import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from './sqlite/sqlite_store.js';
import { storeContract } from './store.contract.js';

describe('SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-auth-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let count = 0;
  let path = '';
  const open = () => {
    path = join(folder, `auth${count++}.sqlite`);
    return openSqliteStore(path);
  };
  storeContract(open, async (store) => {
    await store.close();
    return openSqliteStore(path);
  });
});
