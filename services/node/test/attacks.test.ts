/** Runs a short round of every attack of `npm run attack`. */
import fc from 'fast-check';
import { ATTACKS } from '../../../scripts/attack/all.ts';
import { Ground } from '../../../scripts/attack/ground.ts';
import { runAttack } from '../../../scripts/attack/run_attack.ts';

const SEED = fc.readConfigureGlobal()?.seed ?? 1;
const ROUNDS = 2;

const ground = new Ground();
afterAll(() => ground.stop());

test.each(ATTACKS.map((attack) => [attack.claim, attack] as const))(
  '%s',
  async (_claim, attack) => {
    expect(await runAttack(attack, ground, { seed: SEED, rounds: ROUNDS })).toBeUndefined();
  },
);

test('attacks have names of their own', () => {
  expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
});
