/** A store that forgets: for tests. Each call does its work without awaiting, so each is a transaction. */
import type { AuditEvent } from '../../models/audit_event.js';
import type { InitialToken } from '../../models/initial_token.js';
import { countAttempt, LONGEST_MEMORY_MS, type ThrottleState } from '../../models/throttle.js';
import type { AuditStore, InitialTokenStore, Store, ThrottleStore } from '../store.js';
import { taken } from '../taken.js';
import { MemoryDevices } from './memory_devices.js';
import { memoryClients, memoryKeys, memoryUsers } from './memory_directory.js';
import { MemoryGrants, purgeMap } from './memory_grants.js';
import { MemorySessions } from './memory_sessions.js';

export class MemoryStore implements Store {
  readonly clients = memoryClients();
  readonly users = memoryUsers();
  readonly keys = memoryKeys();
  readonly grants = new MemoryGrants();
  readonly devices = new MemoryDevices(this.grants);
  readonly sessions = new MemorySessions();
  readonly #counters = new Map<string, ThrottleState>();
  readonly #initialTokens = new Map<string, InitialToken>();
  readonly throttle = memoryThrottle(this.#counters);
  readonly initialTokens = memoryInitialTokens(this.#initialTokens);
  readonly audit = memoryAudit();

  async purge(nowMs: number): Promise<number> {
    const counters = purgeMap(this.#counters, nowMs, (state) => state.lastMs + LONGEST_MEMORY_MS);
    const tokens = purgeMap(this.#initialTokens, nowMs, ({ expiresMs }) => expiresMs);
    const parts = [this.grants, this.devices, this.sessions].map((part) => part.purge(nowMs));
    return parts.reduce((sum, count) => sum + count, counters + tokens);
  }

  async close(): Promise<void> {}
}

function memoryThrottle(states: Map<string, ThrottleState>): ThrottleStore {
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

function memoryInitialTokens(tokens: Map<string, InitialToken>): InitialTokenStore {
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
