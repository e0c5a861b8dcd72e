/**
 * Asks an issuer again and again which tokens it has revoked, so that they end before they expire.
 * What is known stays known while the issuer does not answer; what was revoked meanwhile is learnt
 * when it does.
 */
import type { Log, TimerHandle, Timers } from '@skein/base';
import type { RevokedIds, RevokedTokens } from '@skein/oauth';
import { type Authorities, askJson, RefusedByIssuer, unusable } from './http_json.js';
import { discover } from './jwks_fetcher.js';

/** A thousand ids with room to spare. */
const LARGEST_BYTES = 512 * 1024;
/** Pages asked for in one go: the rest comes with the next. */
const MOST_PAGES = 500;

export interface RevocationSource {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly intervalMs: number;
  readonly ca: Authorities;
}

export interface RevocationFeedParts {
  readonly source: RevocationSource;
  readonly revoked: RevokedTokens;
  /** Called when something was revoked that was not known. */
  readonly onNews: () => void;
  readonly timers: Timers;
  readonly log: Log;
}

export class RevocationFeed {
  readonly #parts: RevocationFeedParts;
  readonly #address: string;
  #tokenEndpoint: string | undefined;
  #token: string | undefined;
  #after: string | undefined;
  #timer: TimerHandle | undefined;
  #isFailing = false;
  #stopped = false;

  constructor(parts: RevocationFeedParts) {
    this.#parts = parts;
    this.#address = `${parts.source.issuer.replace(/\/$/, '')}/revocations`;
  }

  /** Asks at once, and then every interval. */
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
      if (this.#isFailing) log.info('revocations are known again', { issuer });
      this.#isFailing = false;
    } catch (failure) {
      const { message: reason } = failure as Error;
      if (!this.#isFailing) log.warn('revocations cannot be asked for', { issuer, reason });
      this.#isFailing = true;
    }
    if (!this.#stopped) this.#timer = timers.after(source.intervalMs, () => void this.#round());
  }

  /** The newest are told again each time: a page without news is the last. */
  async #catchUp(): Promise<void> {
    const { revoked, onNews } = this.#parts;
    for (let page = 0; page < MOST_PAGES && !this.#stopped; page++) {
      const { next, ...ids } = await this.#page();
      this.#after = next;
      if (!revoked.add(ids)) return;
      onNews();
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

  /** With a token; with a new one when the issuer does not take it any more. */
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

  /** For the issuer itself (RFC 8707), with nothing but the right to look. */
  async #newToken(): Promise<string> {
    const { issuer, clientId, clientSecret, ca } = this.#parts.source;
    this.#tokenEndpoint ??= await discover(issuer, 'token_endpoint', ca);
    const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    const { access_token: token } = await askJson(this.#tokenEndpoint, {
      ca,
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      form: { grant_type: 'client_credentials', scope: 'security:read', resource: issuer },
      mostBytes: LARGEST_BYTES,
    });
    if (typeof token === 'string') return token;
    throw unusable(this.#tokenEndpoint, 'no token');
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
