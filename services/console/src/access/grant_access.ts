/**
 * The requests that let a colleague read an index: they make a role that gives just this right, and
 * add it to the user, who is made if missing. An existing role with the same rights is used again,
 * so that a hundred readers of an index have one role.
 */
import type { Method } from '../api/question.js';
import type { Role, RoleFields, User } from './access_shapes.js';

export interface Wish {
  readonly userName: string;
  /** The password of a new user. */
  readonly password: string;
  /** An index or a pattern such as `logs-*`. */
  readonly index: string;
  /** A query as JSON text; empty for every document. */
  readonly query: string;
  /** Names of the hidden fields, separated by commas. */
  readonly except: string;
}

interface AdminStep {
  readonly method: Method;
  readonly path: string;
  readonly body: object;
}

export function grantSteps(
  wish: Wish,
  known: { readonly users: readonly User[]; readonly roles: readonly Role[] },
): readonly AdminStep[] {
  const { role, isNew } = roleFor(wish, known.roles);
  const { name, ...given } = role;
  const making: AdminStep = {
    method: 'PUT',
    path: `/roles/${encodeURIComponent(name)}`,
    body: given,
  };
  return [...(isNew ? [making] : []), ...userSteps(wish, name, known.users)];
}

function userSteps(
  { userName, password }: Wish,
  role: string,
  users: readonly User[],
): readonly AdminStep[] {
  const name = userName.trim();
  const user = users.find((one) => one.name === name.normalize('NFC'));
  if (user === undefined) {
    return [{ method: 'POST', path: '/users', body: { name, password, roles: [role] } }];
  }
  if (user.roles.includes(role)) return [];
  const path = `/users/${encodeURIComponent(user.name)}`;
  return [{ method: 'PATCH', path, body: { roles: [...user.roles, role] } }];
}

function roleFor(wish: Wish, roles: readonly Role[]): { readonly role: Role; isNew: boolean } {
  const index = wish.index.trim();
  const except = listOf(wish.except);
  const query = wish.query.trim();
  const given = {
    scope: `indices:read:${index}`,
    ...(query === '' ? {} : { query }),
    ...(except.length === 0 ? {} : { fields: { grant: ['*'], except } }),
  };
  const same = roles.find((role) => isSame(role, given));
  if (same !== undefined) return { role: same, isNew: false };
  return { role: { name: freeName(index, roles), ...given }, isNew: true };
}

function isSame(left: Omit<Role, 'name'>, right: Omit<Role, 'name'>): boolean {
  return (
    left.scope === right.scope && left.query === right.query && visibleIn(left) === visibleIn(right)
  );
}

/** The visible fields, whatever their order. */
function visibleIn({ fields }: Omit<Role, 'name'>): string {
  return JSON.stringify(fields && [fields.grant.toSorted(), fields.except.toSorted()]);
}

const LONGEST_BASE = 100;

/** A free name for a role. Role names allow fewer characters than index names. */
function freeName(index: string, roles: readonly Role[]): string {
  const base = `read-${index.replace(/\*/g, 'all').replace(/[^A-Za-z0-9._-]/g, '_')}`.slice(
    0,
    LONGEST_BASE,
  );
  const isTaken = (name: string) => roles.some((role) => role.name === name);
  if (!isTaken(base)) return base;
  for (let number = 2; ; number++) if (!isTaken(`${base}-${number}`)) return `${base}-${number}`;
}

export function listOf(text: string): readonly string[] {
  return text
    .split(/[,\s]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** The fields of a role; undefined if no field is named, so that all are visible. */
export function fieldsOf(grant: string, except: string): RoleFields | undefined {
  const [granted, hidden] = [listOf(grant), listOf(except)];
  if (granted.length === 0 && hidden.length === 0) return undefined;
  return { grant: granted.length === 0 ? ['*'] : granted, except: hidden };
}
