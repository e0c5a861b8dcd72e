import { openSqliteStore } from '../store/sqlite/sqlite_store.js';
import type { Store } from '../store/store.js';
import { argon2id } from './argon2id.js';
import { loginKey } from './login_throttle.js';
import { PasswordChecker, type PasswordCheckerOptions } from './password_checker.js';
import { hashPassword, verifyPassword } from './password_hash.js';
import { scrypt } from './scrypt.js';

const CHEAP = { name: 'scrypt', parameters: 'ln=4,r=1,p=1' } as const;

describe('hashes', () => {
  it('verify their password alone, in any composition of its characters', async () => {
    const hash = await hashPassword('pa\u0308ss', CHEAP);
    expect(hash).toMatch(/^\$scrypt\$ln=4,r=1,p=1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verifyPassword('p\u00e4ss', hash)).toBe(true);
    for (const wrong of ['pass', '', 'p\u00e4ss '])
      expect(await verifyPassword(wrong, hash)).toBe(false);
  });

  it('are salted, and keep working when the cost is raised', async () => {
    const [one, two] = [await hashPassword('x', CHEAP), await hashPassword('x', CHEAP)];
    expect(one).not.toBe(two);
    const dear = await hashPassword('x', { name: 'scrypt' });
    expect(dear).toContain('$ln=14,r=8,p=5$');
    expect(await verifyPassword('x', dear)).toBe(true);
    expect(await verifyPassword('x', one)).toBe(true);
  });
});

it('argon2id hashes verify beside those of scrypt', async () => {
  const hash = await hashPassword('pa\u0308ss', { name: 'argon2id' });
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await verifyPassword('p\u00e4ss', hash)).toBe(true);
  expect(await verifyPassword('pass', hash)).toBe(false);
  // From the tests of the Argon2 reference implementation: echo -n password | argon2 somesalt -id
  // -t 2 -m 16 -p 1 -l 32.
  const key = Buffer.from(
    '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7',
    'hex',
  );
  const known = `$argon2id$v=19$m=65536,t=2,p=1$${Buffer.from('somesalt').toString('base64url')}$${key.toString('base64url')}`;
  expect(await verifyPassword('password', known)).toBe(true);
});

interface Fixture {
  readonly passwords: PasswordChecker;
  readonly store: Store;
  readonly time: { nowMs: number };
}

/** A fixture with the user `ada`, whose password is `right`. */
async function withAda(options: Partial<PasswordCheckerOptions> = {}): Promise<Fixture> {
  const store = openSqliteStore(':memory:');
  const time = { nowMs: 1_800_000_000_000 };
  const clock = { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs };
  const passwords = new PasswordChecker({ store, clock, cost: CHEAP, ...options });
  await addUser(store, 'ada', await hashPassword('right', CHEAP));
  return { passwords, store, time };
}

function addUser(store: Store, name: string, passwordHash: string): Promise<void> {
  const fields = { roles: [], disabled: false, createdMs: 0 };
  return store.users.add({ id: `u_${name}`, name, passwordHash, ...fields });
}

const HERE = { address: '192.0.2.1' };
const THERE = { address: '192.0.2.2' };
const tooMany = (waitMs: number) => ({ code: 'too_many_attempts', waitMs });

describe('a guesser', () => {
  it('waits, while other addresses and the rest of the world go on', async () => {
    const { passwords, time } = await withAda();
    for (let i = 0; i < 10; i++) await passwords.check('ada', `guess ${i}`, HERE);
    await expect(passwords.check('ada', 'right', HERE)).rejects.toMatchObject(tooMany(30_000));
    expect(await passwords.check('ada', 'right', THERE)).toBeDefined();
    expect(await passwords.check('bob', 'x', HERE)).toBeUndefined();
    time.nowMs += 30_000;
    await passwords.check('ada', 'guess', HERE);
    await expect(passwords.check('ada', 'right', HERE)).rejects.toMatchObject(tooMany(60_000));
  });

  it('is one with all 2^64 addresses of a subscriber', async () => {
    const { passwords } = await withAda();
    for (let i = 0; i < 10; i++) await passwords.check('ada', 'x', { address: `2001:db8::${i}` });
    const next = passwords.check('ada', 'right', { address: '2001:db8::ffff' });
    await expect(next).rejects.toMatchObject(tooMany(30_000));
    expect(await passwords.check('ada', 'right', { address: '2001:db8:0:1::1' })).toBeDefined();
  });

  it('with a thousand addresses has a hundred guesses, and keeps no browser out that is known', async () => {
    const { passwords } = await withAda();
    for (let i = 0; i < 100; i++) await passwords.check('ada', 'x', { address: `192.0.${i}.1` });
    const fresh = { address: '198.51.100.1' };
    await expect(passwords.check('ada', 'right', fresh)).rejects.toMatchObject(tooMany(30_000));
    const known = { ...fresh, knownDevice: 'd1' };
    expect(await passwords.check('ada', 'right', known)).toBeDefined();
    expect(await passwords.check('bob', 'x', fresh)).toBeUndefined();
  });

  it('in a browser that is known loses its trust', async () => {
    const { passwords } = await withAda();
    const stolen = { ...HERE, knownDevice: 'd1' };
    // Ten attempts as a known browser, ten as any other.
    for (let i = 0; i < 20; i++) await passwords.check('ada', 'x', stolen);
    await expect(passwords.check('ada', 'right', stolen)).rejects.toMatchObject(tooMany(30_000));
    const other = { ...HERE, knownDevice: 'd2' };
    expect(await passwords.check('ada', 'right', other)).toBeDefined();
  });

  it('is let go by a new password from an administrator, at every address', async () => {
    const { passwords, store } = await withAda();
    for (const source of [HERE, THERE]) {
      for (let i = 0; i < 10; i++) await passwords.check('ada', 'x', source);
    }
    await store.throttle.clearAll(loginKey('ada'));
    for (const source of [HERE, THERE]) {
      expect(await passwords.check('ada', 'right', source)).toBeDefined();
    }
  });
});

describe('the time of a check', () => {
  afterEach(() => jest.restoreAllMocks());

  /** The derived keys' costs, in any order, which make up the cost of a check. */
  async function costsOf(check: () => Promise<unknown>): Promise<string[]> {
    const derived: string[] = [];
    for (const hash of [scrypt, argon2id]) {
      jest.spyOn(hash, 'derive').mockImplementation(async (_password, _salt, wanted) => {
        derived.push(`${hash.id} ${wanted.parameters}`);
        return new Uint8Array(wanted.keyBytes).fill(1);
      });
    }
    await check();
    jest.restoreAllMocks();
    return derived.sort();
  }

  it('does not tell a name from none, nor an old hash from a new one', async () => {
    const argon = { name: 'argon2id', parameters: 'v=19$m=8,t=1,p=1' } as const;
    const { passwords, store, time } = await withAda({ cost: argon });
    await addUser(store, 'dear', await hashPassword('x', { ...CHEAP, parameters: 'ln=5,r=1,p=1' }));
    await addUser(store, 'new', await hashPassword('x', argon));
    const names = ['ada', 'dear', 'new', 'nobody', 'nobody'];
    const costs: string[][] = [];
    for (const name of names) costs.push(await costsOf(() => passwords.check(name, 'guess')));
    const all = ['argon2id v=19$m=8,t=1,p=1', 'scrypt ln=4,r=1,p=1', 'scrypt ln=5,r=1,p=1'];
    expect(costs).toEqual(names.map(() => all));
    await store.users.remove('u_dear');
    await store.users.remove('u_ada');
    time.nowMs += 60_000;
    expect(await costsOf(() => passwords.check('nobody', 'x'))).toEqual(all.slice(0, 1));
  });
});

describe('checks', () => {
  it('bring an old hash to the way of new ones, once the password is known', async () => {
    const cost = { ...CHEAP, parameters: 'ln=5,r=1,p=1' };
    const { passwords, store } = await withAda({ cost });
    const hashOf = async () => (await store.users.named('ada'))?.passwordHash ?? '';
    const before = await hashOf();
    await passwords.check('ada', 'wrong');
    expect(await hashOf()).toBe(before);
    expect(await passwords.check('ada', 'right')).toBeDefined();
    expect(await hashOf()).toMatch(/^\$scrypt\$ln=5,r=1,p=1\$/);
    expect(await passwords.check('ada', 'right')).toBeDefined();
    expect(await store.users.rehash('u_ada', before, 'late')).toBe(false);
  });

  it('count failures from one address, whatever the names, and not its successes', async () => {
    const { passwords, time } = await withAda({ throttleByAddress: true });
    for (let i = 0; i < 50; i++) {
      expect(await passwords.check('ada', 'right', HERE)).toBeDefined();
      expect(await passwords.check(`user${i}`, 'x', HERE)).toBeUndefined();
    }
    await expect(passwords.check('ada', 'right', HERE)).rejects.toMatchObject(tooMany(5000));
    expect(await passwords.check('ada', 'right', THERE)).toBeDefined();
    time.nowMs += 5000;
    expect(await passwords.check('ada', 'right', HERE)).toBeDefined();
    for (let i = 0; i < 12; i++) {
      time.nowMs += 15 * 60_000;
      expect(await passwords.check(`other${i}`, 'x', HERE)).toBeUndefined();
    }
    await expect(passwords.check('ada', 'right', HERE)).rejects.toMatchObject(tooMany(900_000));
    time.nowMs += 3_599_999;
    expect(await passwords.check('other', 'x', HERE)).toBeUndefined();
    await expect(passwords.check('ada', 'right', HERE)).rejects.toMatchObject(tooMany(900_000));
    time.nowMs += 3_600_000;
    expect(await passwords.check('other', 'x', HERE)).toBeUndefined();
    expect(await passwords.check('ada', 'right', HERE)).toBeDefined();
  });

  it('make a guesser of one name wait for a quarter of an hour at most, for a day', async () => {
    const { passwords, time } = await withAda();
    for (let i = 0; i < 17; i++) {
      await passwords.check('ada', 'x', HERE);
      if (i >= 9) time.nowMs += 15 * 60_000;
    }
    time.nowMs -= 15 * 60_000;
    await expect(passwords.check('ada', 'right', HERE)).rejects.toMatchObject(tooMany(900_000));
    time.nowMs += 24 * 3_600_000 - 1;
    await passwords.check('ada', 'x', HERE);
    await expect(passwords.check('ada', 'right', HERE)).rejects.toMatchObject(tooMany(900_000));
    time.nowMs += 24 * 3_600_000;
    await passwords.check('ada', 'x', HERE);
    expect(await passwords.check('ada', 'right', HERE)).toBeDefined();
  });

  it('derive two keys at once, and no more', async () => {
    let [running, most] = [0, 0];
    jest.spyOn(scrypt, 'derive').mockImplementation(async (_password, _salt, { keyBytes }) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return new Uint8Array(keyBytes);
    });
    const { passwords } = await withAda();
    await Promise.all(Array.from({ length: 6 }, (_, i) => passwords.check(`user${i}`, 'x')));
    jest.restoreAllMocks();
    expect([running, most]).toEqual([0, 2]);
  });

  it('turn people away when too many sign in at once, and recover', async () => {
    const { passwords } = await withAda();
    const many = Array.from({ length: 60 }, (_, i) =>
      passwords.check(`user${i}`, 'x', { address: `192.0.${i}.1` }),
    );
    const results = await Promise.allSettled(many);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(results.length - refused.length).toBeGreaterThanOrEqual(34);
    expect(refused[0]).toMatchObject({ reason: { code: 'temporarily_unavailable', status: 503 } });
    expect(await passwords.check('later', 'x')).toBeUndefined();
  });

  it('turn away an address that signs in for everybody, and nobody else', async () => {
    const { passwords } = await withAda();
    const flood = Promise.allSettled(
      Array.from({ length: 60 }, (_, i) => passwords.check(`user${i}`, 'x', HERE)),
    );
    const others = Array.from({ length: 14 }, (_, i) =>
      passwords.check('ada', 'right', { address: `198.51.${i}.1` }),
    );
    for (const signedIn of await Promise.all(others)) expect(signedIn).toBeDefined();
    const admitted = (await flood).filter(({ status }) => status === 'fulfilled');
    expect(admitted.length).toBeLessThan(30);
  });

  it('forget failures after a success', async () => {
    const { passwords } = await withAda();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) expect(await passwords.check('ada', 'wrong')).toBeUndefined();
      expect(await passwords.check('ada', 'right')).toMatchObject({ name: 'ada' });
    }
  });
});
