/** Sessions and pending requests in maps. */
import type { PendingRequest, Session } from '../../models/session.js';
import { SESSION_ABSOLUTE_MS } from '../../sessions/lifetimes.js';
import type { SessionStore } from '../store.js';
import { taken } from '../taken.js';
import { purgeMap } from './memory_grants.js';

export class MemorySessions implements SessionStore {
  readonly #sessions = new Map<string, Session>();
  readonly #pending = new Map<string, PendingRequest>();

  async add(session: Session): Promise<void> {
    if (this.#sessions.has(session.hash)) throw taken('session', session.hash);
    this.#sessions.set(session.hash, session);
  }

  async get(hash: string): Promise<Session | undefined> {
    return this.#sessions.get(hash);
  }

  async seen(hash: string, nowMs: number): Promise<void> {
    const session = this.#sessions.get(hash);
    if (session) this.#sessions.set(hash, { ...session, seenMs: nowMs });
  }

  async remove(hash: string): Promise<void> {
    this.#sessions.delete(hash);
  }

  async removeOf(userId: string): Promise<void> {
    for (const session of [...this.#sessions.values()]) {
      if (session.userId === userId) this.#sessions.delete(session.hash);
    }
  }

  async addPending(request: PendingRequest): Promise<void> {
    if (this.#pending.has(request.hash)) throw taken('request', request.hash);
    this.#pending.set(request.hash, request);
  }

  async pending(hash: string): Promise<PendingRequest | undefined> {
    return this.#pending.get(hash);
  }

  async takePending(hash: string): Promise<PendingRequest | undefined> {
    const request = this.#pending.get(hash);
    this.#pending.delete(hash);
    return request;
  }

  purge(nowMs: number): number {
    const sessions = purgeMap(this.#sessions, nowMs, ({ authMs }) => authMs + SESSION_ABSOLUTE_MS);
    return sessions + purgeMap(this.#pending, nowMs, ({ expiresMs }) => expiresMs);
  }
}
