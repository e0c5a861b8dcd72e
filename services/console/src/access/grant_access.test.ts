import type { Role, User } from './access_shapes.js';
import { fieldsOf, grantSteps, type Wish } from './grant_access.js';

const WISH: Wish = {
  userName: 'grace',
  password: 'nanoseconds are long',
  index: 'logs-1',
  query: '',
  except: '',
};
const ROLE: Role = { name: 'read-logs-1', scope: 'indices:read:logs-1' };
const GRACE: User = { id: 'u_1', name: 'grace', roles: ['watchers'], disabled: false, created: '' };

it('makes a role that gives just that, and somebody who has it', () => {
  expect(grantSteps(WISH, { users: [], roles: [] })).toEqual([
    { method: 'PUT', path: '/roles/read-logs-1', body: { scope: 'indices:read:logs-1' } },
    {
      method: 'POST',
      path: '/users',
      body: { name: 'grace', password: 'nanoseconds are long', roles: ['read-logs-1'] },
    },
  ]);
});

it('uses a role that is there, and leaves people the roles they have', () => {
  expect(grantSteps(WISH, { users: [GRACE], roles: [ROLE] })).toEqual([
    { method: 'PATCH', path: '/users/grace', body: { roles: ['watchers', 'read-logs-1'] } },
  ]);
  const holder = { ...GRACE, roles: ['read-logs-1'] };
  expect(grantSteps(WISH, { users: [holder], roles: [ROLE] })).toEqual([]);
});

it('does not change a role of the same name that gives something else', () => {
  const wish = { ...WISH, query: '{"term":{"team":"a"}}', except: 'card, internal*' };
  const [making] = grantSteps(wish, { users: [GRACE], roles: [ROLE] });
  expect(making).toEqual({
    method: 'PUT',
    path: '/roles/read-logs-1-2',
    body: {
      scope: 'indices:read:logs-1',
      query: '{"term":{"team":"a"}}',
      fields: { grant: ['*'], except: ['card', 'internal*'] },
    },
  });
});

it('uses a role that hides the same fields in another order', () => {
  const fields = { grant: ['*'], except: ['card', 'pin'] };
  const steps = grantSteps(
    { ...WISH, except: 'pin, card' },
    { users: [GRACE], roles: [{ ...ROLE, fields }] },
  );
  expect(steps.map(({ path }) => path)).toEqual(['/users/grace']);
});

it('names roles of patterns and of names that a role cannot have', () => {
  const [making] = grantSteps({ ...WISH, index: 'größe-*' }, { users: [], roles: [] });
  expect(making).toMatchObject({
    path: '/roles/read-gr__e-all',
    body: { scope: 'indices:read:größe-*' },
  });
});

it('reads lists of fields', () => {
  expect(fieldsOf('', ' ')).toBeUndefined();
  expect(fieldsOf('a, b', '')).toEqual({ grant: ['a', 'b'], except: [] });
  expect(fieldsOf('', 'c*')).toEqual({ grant: ['*'], except: ['c*'] });
});
