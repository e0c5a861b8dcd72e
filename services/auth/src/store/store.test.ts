import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryStore } from './memory/memory_store.js';
import { SqliteStore } from './sqlite/sqlite_store.js';
import { storeContract } from './store.contract.js';

describe('MemoryStore', () => storeContract(() => new MemoryStore()));

describe('SqliteStore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-auth-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let count = 0;
  let path = '';
  const open = () => {
    path = join(folder, `auth${count++}.sqlite`);
    return new SqliteStore(path);
  };
  storeContract(open, async (store) => {
    await store.close();
    return new SqliteStore(path);
  });
});
