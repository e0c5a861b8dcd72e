import type { User } from '../models/user.js';
import { openSqliteStore } from '../store/sqlite/sqlite_store.js';
import { PasswordChecker } from './password_checker.js';
import { hashPassword, PASSWORD_COST, verifyPassword } from './password_hash.js';

const CHEAP = { log2n: 4, r: 1, p: 1 };
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
    const dear = await hashPassword('x', PASSWORD_COST);
    expect(dear).toContain('$ln=14,r=8,p=5$');
    expect(await verifyPassword('x', dear)).toBe(true);
    expect(await verifyPassword('x', one)).toBe(true);
  });
});

describe('checks', () => {
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
