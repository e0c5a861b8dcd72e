/**
 * The scope of a user's token, compared with a model that checks single indices instead of
 * patterns.
 */
import { readablePart, ScopeSet } from '@skein/oauth';
import fc from 'fast-check';
import { CLIENT_DEFAULTS, type Client } from '../models/client.js';
import type { Role, User } from '../models/user.js';
import type { Store } from '../store/store.js';
import { rightsOfUser } from './effective_scope.js';

const LEVELS = ['read', 'write', 'create', 'monitor', 'manage', 'all'] as const;
/** Any two contain one another or are disjoint, so that an intersection is a pattern too. */
const PATTERNS = ['*', 'logs-*', 'logs-a*', 'logs-app', 'shop', 'shop-*'];
const INDICES = ['logs-app', 'logs-axe', 'logs-web', 'shop', 'shop-1', 'other'];

const entry = fc
  .tuple(fc.constantFrom(...LEVELS), fc.constantFrom(...PATTERNS))
  .map(([level, pattern]) => `indices:${level}:${pattern}`);
const entries = fc.uniqueArray(entry, { maxLength: 4 });
const role = fc.record({
  scopes: entries,
  query: fc.option(fc.constantFrom('{"term":{"a":1}}', '{"term":{"b":2}}'), { nil: undefined }),
  fields: fc.option(
    fc.constantFrom({ grant: ['*'], except: ['salary'] }, { grant: ['name'], except: [] }),
    { nil: undefined },
  ),
});

function fits(given: string, level: string, index: string): boolean {
  const [, has = '', pattern = ''] = given.split(':');
  const holds = has === level || has === 'all' || (has === 'manage' && level === 'monitor');
  return holds && new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(index);
}

const gives = (scopes: readonly string[], level: string, index: string) =>
  scopes.some((given) => fits(given, level, index));

type Given = Pick<Role, 'scopes'> & {
  readonly query: Role['query'] | undefined;
  readonly fields: Role['fields'] | undefined;
};

/**
 * The visible part of an index by the user's roles that allow reading it; undefined if all is
 * visible.
 */
function modelPart(roles: readonly Given[], index: string) {
  const reading = roles.filter((one) => gives(one.scopes, 'read', index));
  const isWhole = (key: 'query' | 'fields') => reading.some((one) => one[key] === undefined);
  const part = (key: 'query' | 'fields') =>
    isWhole(key) ? undefined : [...new Set(reading.map((one) => JSON.stringify(one[key])))].sort();
  const [queries, fields] = [part('query'), part('fields')];
  return queries || fields ? { queries, fields } : undefined;
}

test('roles, client and request together give what each of them gives of every index', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(role, { maxLength: 4 }),
      entries,
      entries,
      async (roles, registered, asked) => {
        const named = roles.map((one, i) => ({ name: `r${i}`, ...one }) as Role);
        const user = { roles: named.map(({ name }) => name) } as unknown as User;
        const others: Role[] = [{ name: 'not theirs', scopes: ['indices:all:*'] }];
        const store = { users: { roles: async () => [...named, ...others] } } as unknown as Store;
        const client: Client = {
          ...CLIENT_DEFAULTS,
          id: 'c',
          name: 'c',
          grants: [],
          scopes: registered,
          createdMs: 0,
        };
        const rights = await rightsOfUser(store, { client, user, scopes: asked });
        const token = new ScopeSet(rights.scopes.join(' '));
        for (const index of INDICES) {
          for (const level of ['read', 'write', 'create', 'monitor', 'manage'] as const) {
            const model =
              [asked, registered].every((scopes) => gives(scopes, level, index)) &&
              roles.some(({ scopes }) => gives(scopes, level, index));
            expect([index, level, token.allowsIndex(level, index)]).toEqual([index, level, model]);
          }
          if (!token.allowsIndex('read', index)) continue;
          const part = readablePart(rights.scopes, rights.restrictions ?? [], index);
          const sorted = part && {
            queries: part.queries?.map((text) => JSON.stringify(text)).sort(),
            fields:
              part.fields && [...new Set(part.fields.map((one) => JSON.stringify(one)))].sort(),
          };
          expect([index, sorted]).toEqual([index, modelPart(roles, index)]);
        }
      },
    ),
    { numRuns: 500 },
  );
});
