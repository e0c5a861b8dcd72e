/**
 * Generated tokens, indices, aliases and expressions: the reached indices and their visible parts,
 * compared with a model.
 */
import { type ClusterState, INDICES_OPTIONS, type IndexMetadata } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { type ReadRestriction, ScopeSet, type VerifiedToken } from '@skein/oauth';
import fc from 'fast-check';
import type { Identity } from './contract.js';
import { authorizeWriteName, type Caller, reachIndices } from './index_access.js';
import type { NamedPrivilege } from './mod.js';
import { TokenSecurity } from './token_security.js';
import { visibilityOf } from './visibility.js';

const NAMES = ['a-1', 'a-2', 'b-1', 'b-2', 'c'];
const ALIASES = ['one', 'two'];
const PATTERNS = ['*', 'a-*', 'a-1', 'b-*', '*-1', 'c', 'one'];
const LEVELS = ['read', 'write', 'monitor', 'manage', 'all'];
const ACTIONS: readonly NamedPrivilege[] = [
  'indices:read',
  'indices:write',
  'indices:monitor',
  'indices:manage',
];

const entry = fc
  .tuple(fc.constantFrom(...LEVELS), fc.constantFrom(...PATTERNS))
  .map(([level, pattern]) => `indices:${level}:${pattern}`);
const scope = fc.uniqueArray(entry, { maxLength: 4 });
const QUERIES = ['{"term":{"x":1}}', '{"term":{"x":2}}'];
const restriction: fc.Arbitrary<ReadRestriction> = fc.record(
  {
    scope: fc.uniqueArray(entry, { maxLength: 3 }),
    query: fc.constantFrom(...QUERIES),
    fields: fc.constantFrom({ grant: ['*'], except: ['y'] }, { grant: ['x'], except: [] }),
  },
  { requiredKeys: ['scope'] },
);
const part = fc.constantFrom(...NAMES, ...ALIASES, 'nosuch', '*', 'a-*', '-a-1', '-b-*', '_all');
const expression = fc.array(part, { minLength: 1, maxLength: 3 });
const aliases = fc.record({
  one: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
  two: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 1 }),
});
type Aliases = Readonly<Record<string, readonly string[]>>;

function stateOf(behind: Aliases): ClusterState {
  const indices = NAMES.map((name) => {
    const own = ALIASES.filter((alias) => behind[alias]?.includes(name));
    const metadata = {
      name,
      state: 'open',
      settings: new Map(),
      aliases: new Map(own.map((alias) => [alias, { name: alias }])),
    };
    return [name, metadata as unknown as IndexMetadata] as const;
  });
  return {
    metadata: { indices: new Map(indices), dataStreams: new Map() },
  } as unknown as ClusterState;
}

async function callerOf(entries: readonly string[], restrictions: readonly ReadRestriction[]) {
  const text = entries.join(' ');
  const verified = {
    subject: 'u',
    clientId: 'c',
    issuer: 'i',
    scope: text,
    scopes: new ScopeSet(text),
    ...(restrictions.length === 0 ? {} : { restrictions }),
  } as unknown as VerifiedToken;
  const security = new TokenSecurity({
    verifier: { known: () => verified } as never,
    proofs: {} as never,
    resource: { resource: undefined, issuers: [] },
    refusals: undefined,
  });
  const head = { method: 'GET' as const, target: '/', headers: { authorization: 'Bearer x' } };
  const identity: Identity = await security.authenticate(head, 'authenticated');
  return { security, identity, nowMs: 0 } satisfies Caller;
}

const matches = (pattern: string, name: string) =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name);

function gives(given: string, action: string, index: string): boolean {
  const [, has = '', pattern = ''] = given.split(':');
  const [, level] = action.split(':');
  const holds = has === level || has === 'all' || (has === 'manage' && level === 'monitor');
  return holds && matches(pattern, index);
}

/** The indices a request reaches, or its refusal. Exclusions remove names; a named alias stays. */
function modelReach(
  parts: readonly string[],
  behind: Aliases,
  mayUse: (index: string) => boolean,
): ReadonlySet<string> | 'refused' {
  const visible = NAMES.filter(mayUse);
  const matched = (text: string) => {
    const pattern = text === '_all' ? '*' : text;
    const aliased = ALIASES.filter((alias) => matches(pattern, alias)).flatMap(
      (alias) => behind[alias] ?? [],
    );
    return visible.filter((index) => matches(pattern, index) || aliased.includes(index));
  };
  const names = new Set<string>();
  let isWide = false;
  for (const name of parts) {
    const excluded: boolean = isWide && name.startsWith('-');
    const text: string = excluded ? name.slice(1) : name;
    const isPattern: boolean = text === '_all' || text.includes('*');
    if (!isPattern && !excluded && !(behind[name] ?? [name]).every(mayUse)) return 'refused';
    for (const one of isPattern ? matched(text) : [text]) {
      if (excluded) names.delete(one);
      else names.add(one);
    }
    isWide ||= isPattern;
  }
  const indices = [...names].flatMap((name) => behind[name] ?? [name]);
  return new Set(indices.filter((index) => NAMES.includes(index)));
}

/**
 * An entry that allows reading the index and is named by no restriction makes all of it visible.
 */
function modelPart(
  entries: readonly string[],
  restrictions: readonly ReadRestriction[],
  index: string,
) {
  const reading = entries.filter((given) => gives(given, 'indices:read', index));
  const naming = (given: string) => restrictions.filter((one) => one.scope.includes(given));
  if (reading.length === 0 || reading.some((given) => naming(given).length === 0)) return undefined;
  const found = reading.flatMap(naming);
  const texts = (key: 'query' | 'fields') =>
    found.some((one) => one[key] === undefined)
      ? undefined
      : [...new Set(found.map((one) => JSON.stringify(one[key])))].sort();
  const [queries, fields] = [texts('query'), texts('fields')];
  return queries || fields ? { queries, fields } : undefined;
}

const refusedOr = <T>(work: () => T): T | 'refused' => {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return 'refused';
    throw error;
  }
};

test('roles × actions × expressions', async () => {
  await fc.assert(
    fc.asyncProperty(
      scope,
      fc.array(restriction, { maxLength: 3 }),
      aliases,
      expression,
      async (entries, restrictions, behind: Aliases, parts) => {
        const state = stateOf(behind);
        const caller = await callerOf(entries, restrictions);
        const options = { ...INDICES_OPTIONS.lenientExpandOpen, ignoreUnavailable: true };
        for (const action of ACTIONS) {
          const mayUse = (index: string) => entries.some((given) => gives(given, action, index));
          const reached = refusedOr(
            () =>
              new Set(
                reachIndices(state, { expressions: parts, options }, caller, [action]).indices,
              ),
          );
          expect([action, reached]).toEqual([action, modelReach(parts, behind, mayUse)]);
        }
        const written = (index: string) =>
          entries.some((given) => gives(given, 'indices:write', index));
        for (const name of [...NAMES, ...ALIASES, 'nosuch']) {
          const isAllowed = (behind[name] ?? [name]).every(written);
          const outcome = refusedOr(() => authorizeWriteName(state, name, caller) ?? 'allowed');
          expect([name, outcome]).toEqual([name, isAllowed ? 'allowed' : 'refused']);
        }
        for (const index of NAMES) {
          const seen = visibilityOf(caller.identity, index);
          const sorted = seen && {
            queries: seen.queries?.map((text) => JSON.stringify(text)).sort(),
            fields:
              seen.fields && [...new Set(seen.fields.map((one) => JSON.stringify(one)))].sort(),
          };
          expect([index, sorted]).toEqual([index, modelPart(entries, restrictions, index)]);
        }
      },
    ),
    { numRuns: 500 },
  );
});
