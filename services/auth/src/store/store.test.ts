import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from './sqlite/sqlite_store.js';
import { CLIENT, storeContract } from './store.contract.js';

describe('SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-auth-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let count = 0;
  let path = '';
  const open = () => {
    path = join(folder, `auth${count++}.sqlite`);
    return openSqliteStore(path);
  };
  it('sees at once what another process has written', async () => {
    const service = open();
    const commandLine = openSqliteStore(path);
    await service.clients.add(CLIENT);
    expect(await service.clients.get(CLIENT.id)).toMatchObject({ disabled: false });
    await commandLine.clients.change(CLIENT.id, { disabled: true });
    expect(await service.clients.get(CLIENT.id)).toMatchObject({ disabled: true });
    await commandLine.clients.remove(CLIENT.id);
    expect(await service.clients.get(CLIENT.id)).toBeUndefined();
    await Promise.all([service.close(), commandLine.close()]);
  });
  storeContract(open, async (store) => {
    await store.close();
    return openSqliteStore(path);
  });
});
