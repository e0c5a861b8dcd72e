import { KeptRecords } from './kept_records.js';

/** A database with one value, whose version other processes change. */
function setUp(version: number | undefined = 1) {
  const database = { value: 'a', version, reads: 0 };
  const kept = new KeptRecords<string>({ othersWrites: () => database.version }, 2);
  const read = async (): Promise<string | undefined> => {
    database.reads++;
    return database.value;
  };
  return { database, kept, get: (id = 'x') => kept.get(id, read) };
}

it('reads once while nobody writes', async () => {
  const { database, get } = setUp();
  expect([await get(), await get()]).toEqual(['a', 'a']);
  expect(database.reads).toBe(1);
});

it('reads again after a write of ours, also after one that failed', async () => {
  const { database, kept, get } = setUp();
  await get();
  await kept.writing(async () => {
    database.value = 'b';
  });
  expect(await get()).toBe('b');
  const failing = kept.writing(() => {
    database.value = 'c';
    return Promise.reject(new Error('after the write'));
  });
  await expect(failing).rejects.toThrow('after the write');
  expect(await get()).toBe('c');
});

it('reads again after a write of others', async () => {
  const { database, get } = setUp();
  await get();
  Object.assign(database, { value: 'b', version: 2 });
  expect(await get()).toBe('b');
});

it('does not keep what was read while somebody wrote', async () => {
  const { database, kept, get } = setUp();
  const written = Promise.withResolvers<void>();
  const write = kept.writing(() => written.promise);
  expect(await get()).toBe('a');
  database.value = 'b';
  written.resolve();
  await write;
  expect(await get()).toBe('b');
  await kept.get('y', async () => {
    Object.assign(database, { value: 'c', version: 2 });
    return 'b';
  });
  expect(await get('y')).toBe('c');
});

it('reads each time where the database does not tell of writes', async () => {
  const { database, get } = setUp();
  Object.assign(database, { version: undefined });
  await get();
  await get();
  expect(database.reads).toBe(2);
});

it('keeps no more than it may, the newest, and nothing that is not there', async () => {
  const { database, kept, get } = setUp();
  for (const id of ['x', 'y', 'z', 'z', 'y']) await get(id);
  expect(database.reads).toBe(3);
  await get('x');
  expect(database.reads).toBe(4);
  const absent = jest.fn(async () => undefined);
  await kept.get('none', absent);
  await kept.get('none', absent);
  expect(absent).toHaveBeenCalledTimes(2);
});
