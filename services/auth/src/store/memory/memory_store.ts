/** A store that forgets: for tests. Each call does its work without awaiting, so each is a transaction. */
import type { AuditEvent } from '../../models/audit_event.js';
import type { InitialToken } from '../../models/initial_token.js';
import { countAttempt, type ThrottleState } from '../../models/throttle.js';
import type { AuditStore, InitialTokenStore, Store, ThrottleStore } from '../store.js';
import { taken } from '../taken.js';
import { MemoryDevices } from './memory_devices.js';
import { memoryClients, memoryKeys, memoryUsers } from './memory_directory.js';
import { MemoryGrants } from './memory_grants.js';
import { MemorySessions } from './memory_sessions.js';

export class MemoryStore implements Store {
  readonly clients = memoryClients();
  readonly users = memoryUsers();
  readonly keys = memoryKeys();
  readonly grants = new MemoryGrants();
  readonly devices = new MemoryDevices(this.grants);
  readonly sessions = new MemorySessions();
  readonly throttle = memoryThrottle();
  readonly initialTokens = memoryInitialTokens();
  readonly audit = memoryAudit();

  async purge(nowMs: number): Promise<number> {
    return this.grants.purge(nowMs) + this.devices.purge(nowMs) + this.sessions.purge(nowMs);
  }

  async close(): Promise<void> {}
}

function memoryThrottle(): ThrottleStore {
  const states = new Map<string, ThrottleState>();
  return {
    async attempt(key, nowMs, policy) {
      const verdict = countAttempt(states.get(key), nowMs, policy);
      if (!verdict.allowed) return verdict.retryMs;
      states.set(key, verdict.state);
      return 0;
    },
    async clear(key) {
      states.delete(key);
    },
  };
}

function memoryInitialTokens(): InitialTokenStore {
  const tokens = new Map<string, InitialToken>();
  return {
    async add(token) {
      if (tokens.has(token.hash)) throw taken('initial access token', token.hash);
      tokens.set(token.hash, token);
    },
    async use(hash, nowMs) {
      const token = tokens.get(hash);
      if (!token || token.usesLeft < 1 || token.expiresMs <= nowMs) return undefined;
      const used = { ...token, usesLeft: token.usesLeft - 1 };
      tokens.set(hash, used);
      return used;
    },
  };
}

function memoryAudit(): AuditStore {
  const events: AuditEvent[] = [];
  return {
    async add(event) {
      events.push(event);
    },
    async tail(count) {
      return count === 0 ? [] : events.slice(-count);
    },
  };
}
