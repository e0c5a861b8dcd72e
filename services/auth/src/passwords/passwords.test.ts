import type { User } from '../models/user.js';
import { openSqliteStore } from '../store/sqlite/sqlite_store.js';
import { PasswordChecker } from './password_checker.js';
import { hashPassword, verifyPassword } from './password_hash.js';

const CHEAP = { name: 'scrypt', parameters: 'ln=4,r=1,p=1' } as const;
const clock = { nowMs: () => 1_800_000_000_000, monotonicMs: () => 0 };

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
  // From the tests of the reference program: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32.
  const key = Buffer.from(
    '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7',
    'hex',
  );
  const known = `$argon2id$v=19$m=65536,t=2,p=1$${Buffer.from('somesalt').toString('base64url')}$${key.toString('base64url')}`;
  expect(await verifyPassword('password', known)).toBe(true);
});

describe('checks', () => {
  it('count failures from one address, whatever the names, and not its successes', async () => {
    const store = openSqliteStore(':memory:');
    const time = { nowMs: 1_800_000_000_000 };
    const moving = { ...clock, nowMs: () => time.nowMs };
    const passwords = new PasswordChecker(store, moving, CHEAP);
    const passwordHash = await passwords.hash('right');
    const fields = { roles: [], disabled: false, createdMs: 0 };
    await store.users.add({ id: 'u_1', name: 'ada', passwordHash, ...fields });
    for (let i = 0; i < 50; i++) {
      expect(await passwords.check('ada', 'right', '192.0.2.1')).toBeDefined();
      expect(await passwords.check(`user${i}`, 'x', '192.0.2.1')).toBeUndefined();
    }
    const refused = passwords.check('ada', 'right', '192.0.2.1');
    await expect(refused).rejects.toMatchObject({ code: 'too_many_attempts', waitMs: 5000 });
    expect(await passwords.check('ada', 'right', '192.0.2.2')).toBeDefined();
    time.nowMs += 5000;
    expect(await passwords.check('ada', 'right', '192.0.2.1')).toBeDefined();
  });

  it('turn people away when too many sign in at once, and recover', async () => {
    const passwords = new PasswordChecker(openSqliteStore(':memory:'), clock, CHEAP);
    const many = Array.from({ length: 60 }, (_, i) => passwords.check(`user${i}`, 'x'));
    const results = await Promise.allSettled(many);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(results.length - refused.length).toBeGreaterThanOrEqual(34);
    expect(refused[0]).toMatchObject({ reason: { code: 'temporarily_unavailable', status: 503 } });
    expect(await passwords.check('later', 'x')).toBeUndefined();
  });

  it('forget failures after a success', async () => {
    const store = openSqliteStore(':memory:');
    const passwords = new PasswordChecker(store, clock, CHEAP);
    const passwordHash = await passwords.hash('right');
    const user: User = {
      id: 'u_1',
      name: 'ada',
      passwordHash,
      roles: [],
      disabled: false,
      createdMs: 0,
    };
    await store.users.add(user);
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) expect(await passwords.check('ada', 'wrong')).toBeUndefined();
      expect(await passwords.check('ada', 'right')).toEqual(user);
    }
  });
});
