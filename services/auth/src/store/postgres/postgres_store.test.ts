import { silentLog } from '@skein/base';
import {
  hasPostgres,
  PATIENT,
  startPostgres,
  type TestPostgres,
} from '../../testing/postgres_server.js';
import { storeContract } from '../store.contract.js';
import { PostgresDatabase } from './postgres_database.js';
import { openPostgresStore } from './postgres_store.js';

const open = (url: string) =>
  openPostgresStore({ url, poolSize: 10, log: silentLog, limits: PATIENT });

(hasPostgres() ? describe : describe.skip)('PostgreSQL', () => {
  let server: TestPostgres;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  describe('as a store', () => {
    storeContract(
      async () => {
        url = await server.schema();
        return open(url);
      },
      async (store) => {
        await store.close();
        return open(url);
      },
    );
  });

  it('is made once by instances that start together, and claims once among them', async () => {
    const shared = await server.schema();
    const stores = await Promise.all(Array.from({ length: 4 }, () => open(shared)));
    const [first] = stores;
    const nowMs = 1_800_000_000_000;
    const expiresMs = nowMs + 60_000;
    const family = { clientId: 'web', userId: 'u_1', scopes: [], authMs: nowMs, createdMs: nowMs };
    await first?.grants.add({ ...family, id: 'g', expiresMs, revokedMs: undefined });
    for (let round = 0; round < 20; round++) {
      await first?.grants.addCode({
        hash: `c${round}`,
        grantId: 'g',
        clientId: 'web',
        redirectUri: undefined,
        codeChallenge: undefined,
        challengeMethod: undefined,
        dpopThumbprint: undefined,
        expiresMs,
        usedMs: undefined,
      });
      const claims = Array.from({ length: 40 }, (_, i) =>
        stores[i % stores.length]?.grants.redeemCode(`c${round}`, nowMs, undefined),
      );
      const results = await Promise.all(claims);
      expect(results.filter((result) => result === 'won')).toHaveLength(1);
      expect(results.filter((result) => result === 'used')).toHaveLength(39);
    }
    await Promise.all(stores.map((store) => store.close()));
  });

  it('refuses a database of a later program, and says so when there is none', async () => {
    const shared = await server.schema();
    await (await open(shared)).close();
    const schema = /search_path%3D(\w+)/.exec(shared)?.[1];
    await server.query(`UPDATE ${schema}.schema_version SET version = 99`);
    await expect(open(shared)).rejects.toThrow('the database has schema version [99]');
    const nowhere = 'postgres://skein@127.0.0.1:1/none';
    await expect(open(nowhere)).rejects.toThrow('database of [auth.database.url] cannot be used');
  });

  it('goes on when the server cuts its connections, in the middle of a transaction too', async () => {
    const url = await server.schema();
    const database = await PostgresDatabase.open({
      url,
      poolSize: 2,
      log: silentLog,
      limits: PATIENT,
    });
    const insert = "INSERT INTO roles VALUES ('a', '[]')";
    const cut = database.transaction(async (session) => {
      await session.run(insert);
      await server.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'skein-auth'",
      );
      await session.run(insert);
    });
    await expect(cut).rejects.toThrow();
    expect(await database.all('SELECT * FROM roles')).toEqual([]);
    await database.close();
  });

  it('commits durably whatever the server would do by itself', async () => {
    const shared = await server.schema();
    await server.query('ALTER ROLE skein SET synchronous_commit = off');
    const database = await PostgresDatabase.open({
      url: shared,
      poolSize: 1,
      log: silentLog,
      limits: PATIENT,
    });
    expect(await database.get('SHOW synchronous_commit')).toEqual({ synchronous_commit: 'on' });
    await database.close();
    await server.query('ALTER ROLE skein RESET synchronous_commit');
  });
});
