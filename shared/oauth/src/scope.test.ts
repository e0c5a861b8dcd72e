import fc from 'fast-check';
import {
  bearerToken,
  challengeHeader,
  dpopToken,
  intersectScopes,
  isReading,
  narrowScope,
  parseScopeEntry,
  ScopeSet,
} from './mod.js';

describe('ScopeSet', () => {
  const scopes = new ScopeSet(
    'cluster:monitor indices:read:logs-* indices:all:mine tasks:manage nonsense indices:read',
  );

  it('allows what its entries say, by family, level and pattern', () => {
    expect(scopes.allowsCluster('monitor')).toBe(true);
    expect(scopes.allowsCluster('manage')).toBe(false);
    expect(scopes.allowsIndex('read', 'logs-1')).toBe(true);
    expect(scopes.allowsIndex('read', 'log')).toBe(false);
    expect(scopes.allowsIndex('write', 'logs-1')).toBe(false);
    expect(scopes.allowsIndex('write', 'mine')).toBe(true);
    expect(scopes.allowsManaging('tasks')).toBe(true);
    expect(scopes.allowsManaging('scripts')).toBe(false);
    expect(scopes.allowsSecurity('read')).toBe(false);
  });

  it('allows on some index what one of its entries for indices allows', () => {
    expect(scopes.allowsSomeIndex('read')).toBe(true);
    expect(scopes.allowsSomeIndex('create')).toBe(true);
    const reads = new ScopeSet('indices:read:a cluster:all');
    expect(reads.allowsSomeIndex('read')).toBe(true);
    expect(reads.allowsSomeIndex('write')).toBe(false);
    expect(reads.allowsSomeIndex('manage')).toBe(false);
    expect(new ScopeSet('').allowsSomeIndex('read')).toBe(false);
  });

  it.each([
    ['indices:read:a', true],
    ['indices:all:a', true],
    ['indices:write:a', false],
    ['indices:manage:a', false],
    ['security:read', false],
    ['cluster:all', false],
  ])('%s allows reading documents: %s', (entry, reads) => {
    const parsed = parseScopeEntry(entry);
    expect(parsed !== undefined && isReading(parsed)).toBe(reads);
  });

  it('nests manage over monitor only, and never write over read', () => {
    const set = new ScopeSet('cluster:manage indices:write:a indices:manage:b security:manage');
    expect(set.allowsCluster('monitor')).toBe(true);
    expect(set.allowsIndex('read', 'a')).toBe(false);
    expect(set.allowsIndex('monitor', 'b')).toBe(true);
    expect(set.allowsSecurity('read')).toBe(true);
  });

  it.each([
    'indices:read',
    'cluster:monitor:x',
    'indices:read:A',
    'indices:read:a b',
    'cluster:',
    '',
    'indices:own:*',
    'security:all',
    'indices:read:a:b',
  ])('refuses %j', (text) => expect(parseScopeEntry(text)).toBeUndefined());
});

describe('narrowScope', () => {
  it.each([
    ['indices:read:logs-1', 'indices:read:logs-*', true],
    ['indices:read:logs-*', 'indices:read:logs-*', true],
    ['indices:read:*', 'indices:read:logs-*', false],
    ['indices:write:logs-1', 'indices:read:logs-*', false],
    ['indices:read:x', 'indices:all:*', true],
    ['indices:all:x', 'indices:manage:*', false],
    ['indices:read:a-b', 'indices:read:a*b*', false],
    ['cluster:monitor', 'cluster:manage', true],
    ['cluster:monitor', 'indices:all:*', false],
  ])('%s within %s: %s', (requested, allowed, fits) => {
    expect(narrowScope([requested], [allowed])).toEqual(fits ? [requested] : []);
  });

  it('never gives an index right that the granted scope lacks', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 5 });
    const pattern = fc.string({
      unit: fc.constantFrom('a', 'b', '-', '*'),
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(pattern, pattern, name, (requested, granted, index) => {
        const narrowed = narrowScope([`indices:read:${requested}`], [`indices:read:${granted}`]);
        const got = new ScopeSet(narrowed.join(' ')).allowsIndex('read', index);
        expect(!got || new ScopeSet(`indices:read:${granted}`).allowsIndex('read', index)).toBe(
          true,
        );
      }),
    );
  });
});

describe('bearer header', () => {
  it('takes the token, and tells absent from malformed', () => {
    expect(bearerToken('Bearer abc.def')).toBe('abc.def');
    expect(bearerToken('bearer abc=')).toBe('abc=');
    expect(bearerToken(undefined)).toBeUndefined();
    for (const bad of ['Bearer', 'Bearer a b', 'Basic abc', 'xBearer abc', 'Bearer a"b'])
      expect(bearerToken(bad)).toBeNull();
  });

  it('takes the token of the DPoP scheme from its own header only', () => {
    expect(dpopToken('DPoP abc.def')).toBe('abc.def');
    expect(dpopToken('dpop abc= ')).toBe('abc=');
    for (const other of [undefined, 'Bearer abc', 'DPoP', 'DPoP a b', 'xDPoP abc'])
      expect(dpopToken(other)).toBeUndefined();
  });

  it('keeps hostile text out of the challenge', () => {
    expect(
      challengeHeader({
        realm: 'skein',
        error: 'insufficient_scope',
        scope: 'indices:read:a"\u0000\r\n\ud800é',
      }),
    ).toBe(
      'Bearer realm="skein", error="insufficient_scope", scope="indices:read:a%22%00%0D%0A%EF%BF%BD%C3%A9"',
    );
  });
});

describe('intersectScopes', () => {
  it.each<[string, string, string]>([
    ['indices:all:logs-*', 'indices:read:*', 'indices:read:logs-*'],
    ['indices:read:*', 'indices:all:logs-*', 'indices:read:logs-*'],
    ['cluster:manage', 'cluster:all', 'cluster:manage'],
    ['cluster:manage', 'cluster:monitor', 'cluster:monitor'],
    ['indices:read:a', 'indices:write:a', ''],
    ['indices:read:a*', 'indices:read:*b', ''],
    ['indices:read:*', 'cluster:all', ''],
    ['bogus', 'bogus', ''],
    ['bogus', 'cluster:all', ''],
    ['cluster:all', 'bogus', ''],
    ['tasks:manage', 'security:manage tasks:manage', 'tasks:manage'],
    ['security:read', 'security:manage', 'security:read'],
    ['indices:manage:a', 'indices:read:a', ''],
    ['indices:read:a indices:read:b', 'indices:read:*', 'indices:read:a indices:read:b'],
  ])('%s and %s have [%s] in common', (left, right, common) => {
    expect(intersectScopes(left.split(' '), right.split(' ')).join(' ')).toBe(common);
  });
});

it.each(['constructor:x', '__proto__:read', 'toString:all'])('does not know %s', (entry) => {
  expect(parseScopeEntry(entry)).toBeUndefined();
});
