import { type AccessFacts, accessMode } from './access_mode.js';

const facts = (more: Partial<AccessFacts>): AccessFacts => ({
  enabled: undefined,
  hasIssuer: false,
  onLoopbackOnly: true,
  ...more,
});

test.each<[Partial<AccessFacts>, string]>([
  [{}, 'open_on_loopback'],
  [{ hasIssuer: true }, 'tokens'],
  [{ hasIssuer: true, onLoopbackOnly: false }, 'tokens'],
  [{ hasIssuer: true, enabled: false }, 'open'],
  [{ onLoopbackOnly: false, enabled: false }, 'open'],
])('%j is %s', (more, mode) => {
  expect(accessMode(facts(more))).toBe(mode);
});

test('beyond loopback nothing is open by accident', () => {
  expect(() => accessMode(facts({ onLoopbackOnly: false }))).toThrow(
    'the node would listen beyond loopback without security',
  );
  expect(() => accessMode(facts({ enabled: true }))).toThrow('no issuer of tokens is configured');
});
