/** Clients, users, roles and keys in maps. */
import type { Client } from '../../models/client.js';
import type { StoredKey } from '../../models/signing_key.js';
import type { Role, User } from '../../models/user.js';
import type { ClientStore, KeyRecordStore, UserStore } from '../store.js';
import { taken } from '../taken.js';

export function memoryClients(): ClientStore {
  const clients = new Map<string, Client>();
  return {
    async add(client) {
      if (clients.has(client.id)) throw taken('client', client.id);
      clients.set(client.id, client);
    },
    get: async (id) => clients.get(id),
    all: async () => [...clients.values()].sort((a, b) => a.createdMs - b.createdMs),
    async replace(client) {
      if (!clients.has(client.id)) return false;
      clients.set(client.id, client);
      return true;
    },
    remove: async (id) => clients.delete(id),
  };
}

export function memoryUsers(): UserStore {
  const users = new Map<string, User>();
  const roles = new Map<string, Role>();
  const named = (name: string) => [...users.values()].find((user) => user.name === name);
  return {
    async add(user) {
      if (users.has(user.id) || named(user.name)) throw taken('user', user.name);
      users.set(user.id, user);
    },
    get: async (id) => users.get(id),
    named: async (name) => named(name),
    all: async () => [...users.values()].sort((a, b) => a.createdMs - b.createdMs),
    async replace(user) {
      if (!users.has(user.id)) return false;
      users.set(user.id, user);
      return true;
    },
    remove: async (id) => users.delete(id),
    async setRole(role) {
      roles.set(role.name, role);
    },
    roles: async () => [...roles.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

export function memoryKeys(): KeyRecordStore {
  const keys = new Map<string, StoredKey>();
  return {
    async add(key) {
      if (keys.has(key.kid)) throw taken('key', key.kid);
      keys.set(key.kid, key);
    },
    all: async () => [...keys.values()].sort((a, b) => a.createdMs - b.createdMs),
    async revoke(kid, nowMs) {
      const key = keys.get(kid);
      if (!key) return false;
      keys.set(kid, { ...key, revokedMs: nowMs });
      return true;
    },
  };
}
