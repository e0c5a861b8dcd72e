/**
 * Polls an issuer for revoked tokens, so that they end before they expire. Known revocations remain
 * while the issuer is unreachable; those made meanwhile are fetched when it is back.
 */
import { type Log, reasonOf, type TimerHandle, type Timers } from '@skein/base';
import type { RevokedIds, RevokedTokens } from '@skein/oauth';
import { type Authorities, askJson, RefusedByIssuer, unusable } from './http_json.js';
import { discover } from './jwks_fetcher.js';

/** Enough for a thousand ids. */
const LARGEST_BYTES = 512 * 1024;
/** Limit of pages per poll; the rest follows in the next. */
const MOST_PAGES = 500;

export interface RevocationSource {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly intervalMs: number;
  readonly ca: Authorities;
}

interface RevocationFeedParts {
  readonly source: RevocationSource;
  readonly revoked: RevokedTokens;
  /** Called when new revocations arrived. */
  readonly onRevoked: () => void;
  readonly timers: Timers;
  readonly log: Log;
}

export class RevocationFeed {
  readonly #parts: RevocationFeedParts;
  readonly #address: string;
  #token: string | undefined;
  #after: string | undefined;
  #timer: TimerHandle | undefined;
  #isFailing = false;
  #stopped = false;

  constructor(parts: RevocationFeedParts) {
    this.#parts = parts;
    this.#address = `${parts.source.issuer.replace(/\/$/, '')}/revocations`;
  }

  /** Polls at once and then at every interval. */
  start(): void {
    void this.#round();
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  async #round(): Promise<void> {
    const { log, timers, source } = this.#parts;
    const { issuer } = source;
    try {
      await this.#catchUp();
      if (this.#isFailing) log.info('revocations of an issuer available again', { issuer });
      this.#isFailing = false;
    } catch (failure) {
      const reason = reasonOf(failure);
      if (!this.#isFailing) log.warn('revocations of an issuer not available', { issuer, reason });
      this.#isFailing = true;
    }
    if (!this.#stopped) this.#timer = timers.after(source.intervalMs, () => void this.#round());
  }

  /** Each page repeats the newest revocations; a page with none that are new is the last. */
  async #catchUp(): Promise<void> {
    const { revoked, onRevoked } = this.#parts;
    for (let page = 0; page < MOST_PAGES && !this.#stopped; page++) {
      const { next, ...ids } = await this.#page();
      this.#after = next;
      if (!revoked.add(ids)) return;
      onRevoked();
    }
  }

  async #page(): Promise<RevokedIds & { readonly next: string }> {
    const query = this.#after === undefined ? '' : `?after=${encodeURIComponent(this.#after)}`;
    const { tokens, families, next } = await this.#asked(this.#address + query);
    if (isTexts(tokens) && isTexts(families) && typeof next === 'string') {
      return { tokens, families, next };
    }
    throw unusable(this.#address, 'no list of revocations');
  }

  /** Requests with a token, and with a new one if the issuer no longer accepts the old. */
  async #asked(url: string) {
    const { ca } = this.#parts.source;
    const ask = async () => {
      this.#token ??= await this.#newToken();
      const headers = { authorization: `Bearer ${this.#token}` };
      return askJson(url, { ca, headers, mostBytes: LARGEST_BYTES });
    };
    const hadToken = this.#token !== undefined;
    try {
      return await ask();
    } catch (failure) {
      this.#token = undefined;
      if (hadToken && failure instanceof RefusedByIssuer && failure.status === 401) return ask();
      throw failure;
    }
  }

  /** A token for the issuer itself (RFC 8707), with only the right to read revocations. */
  async #newToken(): Promise<string> {
    const { issuer, clientId, clientSecret, ca } = this.#parts.source;
    // Asked anew for every token, because the issuer may have moved the endpoint.
    const endpoint = await discover(issuer, 'token_endpoint', ca);
    const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    const { access_token: token } = await askJson(endpoint, {
      ca,
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      form: { grant_type: 'client_credentials', scope: 'security:read', resource: issuer },
      mostBytes: LARGEST_BYTES,
    });
    if (typeof token === 'string') return token;
    throw unusable(endpoint, 'no token');
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
