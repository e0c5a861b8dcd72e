import { UsedProofs } from './used_proofs.js';

const WINDOW_MS = 120_000;
const MOST = 100;

const proof = (number: number, thumbprint = 'key') => ({ thumbprint, jti: String(number) });

test('a proof is used once by each key, until it expires', () => {
  const used = new UsedProofs();
  used.use(proof(1), 0);
  used.use(proof(1, 'other'), 0);
  expect(() => used.use(proof(1), WINDOW_MS - 1)).toThrow('has been used');
  used.use(proof(1), WINDOW_MS);
});

test('no more proofs are taken than are remembered', () => {
  const used = new UsedProofs(MOST);
  for (let i = 0; i < MOST; i++) used.use(proof(i), i < MOST / 2 ? 0 : 1);
  expect(() => used.use(proof(MOST), 1)).toThrow('too many DPoP proofs');
  used.use(proof(MOST), WINDOW_MS);
  expect(() => used.use(proof(MOST - 1), WINDOW_MS)).toThrow('has been used');
});
