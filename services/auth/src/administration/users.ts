/** Administration of users and roles. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '@skein/base';
import type { Role, User } from '../models/user.js';
import { loginKey } from '../passwords/login_throttle.js';
import type { PasswordChecker } from '../passwords/password_checker.js';
import type { Store, UserChange } from '../store/store.js';
import { taken } from '../store/taken.js';
import type { Auditor } from './auditor.js';
import { checkScopes, illegal, missing } from './registration.js';
import { checkRestriction, type ShownRole, shownRole } from './roles.js';

export interface ShownUser {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly disabled: boolean;
  readonly created: string;
}

/** NIST SP 800-63B §5.1.1.2: only the length matters. */
const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 1024;
const USER_NAME = /^[^\p{C}\p{Zl}\p{Zp}]{1,128}$/u;
const ROLE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** The name as it is stored. */
function checkedName(name: string): string {
  const normal = name.normalize('NFC');
  if (USER_NAME.test(normal) && normal.trim() === normal) return normal;
  throw illegal(`user name [${name}] must be 1 to 128 characters without control characters`);
}

interface UserAdministrationOptions {
  readonly store: Store;
  readonly passwords: PasswordChecker;
  readonly clock: Clock;
  readonly auditor: Auditor;
}

export class UserAdministration {
  readonly #store: Store;
  readonly #passwords: PasswordChecker;
  readonly #clock: Clock;
  readonly #auditor: Auditor;

  constructor({ store, passwords, clock, auditor }: UserAdministrationOptions) {
    this.#store = store;
    this.#passwords = passwords;
    this.#clock = clock;
    this.#auditor = auditor;
  }

  async add(name: string, password: string, roles: readonly string[]): Promise<ShownUser> {
    const normal = checkedName(name);
    await this.#checkRoles(roles);
    const user: User = {
      id: `u_${randomUUID()}`,
      name: normal,
      passwordHash: await this.#hash(password),
      roles,
      disabled: false,
      createdMs: this.#clock.nowMs(),
    };
    await this.#store.users.add(user);
    await this.#audit('user_added', user.id);
    return shown(user);
  }

  /** Throws if no user can be added under the name, because it is invalid or exists. */
  async checkFree(name: string): Promise<void> {
    const normal = checkedName(name);
    if (await this.#store.users.named(normal)) throw taken('user', normal);
  }

  async list(): Promise<ShownUser[]> {
    return (await this.#store.users.all()).map(shown);
  }

  /** Users with ids after `after`, by id. */
  async page(after: string, size: number): Promise<ShownUser[]> {
    return (await this.#store.users.page(after, size)).map(shown);
  }

  async show(name: string): Promise<ShownUser> {
    return shown(await this.#get(name));
  }

  /** Sets the password, and ends the user's sessions and tokens. */
  async setPassword(name: string, password: string): Promise<void> {
    const user = await this.#get(name);
    const passwordHash = await this.#hash(password);
    await this.#change(user, { passwordHash });
    await this.#endAll(user.id);
    await this.#store.throttle.clearAll(loginKey(user.name));
    await this.#audit('password_changed', user.id);
  }

  async setRoles(name: string, roles: readonly string[]): Promise<ShownUser> {
    const user = await this.#get(name);
    await this.#checkRoles(roles);
    await this.#change(user, { roles });
    await this.#audit('user_roles_changed', user.id, roles.join(' '));
    return shown({ ...user, roles });
  }

  async setDisabled(name: string, disabled: boolean): Promise<ShownUser> {
    const user = await this.#get(name);
    await this.#change(user, { disabled });
    if (disabled) await this.#endAll(user.id);
    await this.#audit(disabled ? 'user_disabled' : 'user_enabled', user.id);
    return shown({ ...user, disabled });
  }

  async remove(name: string): Promise<void> {
    const user = await this.#get(name);
    await this.#endAll(user.id);
    await this.#store.users.remove(user.id);
    await this.#audit('user_removed', user.id);
  }

  async setRole(role: Role): Promise<ShownRole> {
    if (!ROLE_NAME.test(role.name)) {
      throw illegal(
        `role name [${role.name}] must be 1 to 128 letters, digits, dots, dashes and underscores`,
      );
    }
    checkScopes(role.scopes);
    checkRestriction(role);
    await this.#store.users.setRole(role);
    const detail = `${role.name}: ${JSON.stringify(shownRole(role))}`;
    await this.#auditor.record({ event: 'role_set', detail });
    return shownRole(role);
  }

  /** Removes the role; its users lose its rights with their next token. */
  async removeRole(name: string): Promise<void> {
    if (!(await this.#store.users.removeRole(name))) throw missing('role', name);
    await this.#auditor.record({ event: 'role_removed', detail: name });
  }

  async roles(): Promise<readonly ShownRole[]> {
    return (await this.#store.users.roles()).map(shownRole);
  }

  /** The id of the user with this name. */
  async idOf(name: string): Promise<string> {
    return (await this.#get(name)).id;
  }

  async #get(name: string): Promise<User> {
    const user = await this.#store.users.named(name.normalize('NFC'));
    if (!user) throw missing('user', name);
    return user;
  }

  /** The user may be removed meanwhile. */
  async #change({ id, name }: User, change: UserChange): Promise<void> {
    if (!(await this.#store.users.change(id, change))) throw missing('user', name);
  }

  async #checkRoles(roles: readonly string[]): Promise<void> {
    const known = await this.#store.users.roles();
    const unknown = roles.find((name) => !known.some((role) => role.name === name));
    if (unknown !== undefined) throw missing('role', unknown);
  }

  async #hash(password: string): Promise<string> {
    const length = [...password].length;
    if (length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD) {
      return this.#passwords.hash(password);
    }
    throw illegal(`a password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`);
  }

  async #endAll(userId: string): Promise<void> {
    await this.#store.sessions.removeOf(userId);
    await this.#store.grants.revoke({ userId }, this.#clock.nowMs());
  }

  async #audit(event: string, userId: string, detail?: string): Promise<void> {
    await this.#auditor.record({ event, userId, ...(detail === undefined ? {} : { detail }) });
  }
}

function shown({ id, name, roles, disabled, createdMs }: User): ShownUser {
  return { id, name, roles, disabled, created: new Date(createdMs).toISOString() };
}
