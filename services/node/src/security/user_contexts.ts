/**
 * The encoded user of a call between nodes: the identity that the coordinating node found in the
 * token, never the token. A context names the node that vouches for it and its expiry, and is
 * sealed with the cluster's secret against changes.
 *
 *     u8 seal length | seal | plain {version, kind, subject, clientId, scope, issuer,
 *     restrictions, nodeId, expiresMs}
 */

import type { Clock } from '@skein/base';
import { decodePlain, encodePlain } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { parseReadRestrictions, TokenFailure } from '@skein/oauth';
import type { Identity } from './contract.js';
import { hasMembers } from './http_json.js';
import { SYSTEM_IDENTITY } from './system_identity.js';

const VERSION = 2;
/** Other nodes accept a right for at most this long after it was revoked. */
const LIFETIME_MS = 10 * 60 * 1000;
/**
 * A context is reused until this much of its lifetime is left, so the clocks of nodes may differ by
 * as much.
 */
const RENEW_MS = 5 * 60 * 1000;
/** Limit of remembered contexts. */
const MAX_KNOWN = 1_000;
const MAX_BYTES = 64 * 1024;
/** Decodes one character per byte. */
const latin1 = new TextDecoder('latin1');

interface Seal {
  seal(bytes: Uint8Array): Uint8Array;
  /** Compares in constant time. */
  isSealed(bytes: Uint8Array, seal: Uint8Array): boolean;
}

interface UserContextsParts {
  readonly localNodeId: string;
  readonly clock: Clock;
  /**
   * Undefined if there is no secret and every link has a certificate instead, which proves that the
   * other end is a node; a node is trusted with everything.
   */
  readonly seal: Seal | undefined;
}

interface Encoded {
  readonly bytes: Uint8Array;
  readonly expiresMs: number;
}

interface Known {
  readonly identity: Identity;
  readonly expiresMs: number;
}

export class UserContexts {
  readonly #parts: UserContextsParts;
  readonly #encoded = new WeakMap<Identity, Encoded>();
  /** Known contexts, by node and bytes. */
  readonly #known = new Map<string, Known>();

  constructor(parts: UserContextsParts) {
    this.#parts = parts;
  }

  encode(identity: Identity): Uint8Array {
    const nowMs = this.#parts.clock.nowMs();
    const made = this.#encoded.get(identity);
    if (made !== undefined && made.expiresMs - nowMs > RENEW_MS) return made.bytes;
    const expiresMs = nowMs + LIFETIME_MS;
    const bytes = this.#seal(encodePlain(this.#plain(identity, expiresMs)));
    this.#encoded.set(identity, { bytes, expiresMs });
    return bytes;
  }

  /**
   * Throws security_exception for an invalid context. The same context gives the same identity
   * object, so that caches by identity work.
   */
  decode(bytes: Uint8Array | undefined, fromNodeId: string): Identity {
    if (bytes === undefined) throw refused('the call does not say who asks');
    if (bytes.length > MAX_BYTES) throw refused('it is too long');
    const key = fromNodeId + latin1.decode(bytes);
    const before = this.#known.get(key);
    const known = before ?? this.#read(bytes, fromNodeId);
    if (known.expiresMs <= this.#parts.clock.nowMs()) {
      this.#known.delete(key);
      throw refused('it has expired');
    }
    if (before === undefined) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(key, known);
    }
    return known.identity;
  }

  #plain(identity: Identity, expiresMs: number) {
    const { localNodeId: nodeId } = this.#parts;
    const kind = identity === SYSTEM_IDENTITY ? 'system' : 'user';
    const { subject, clientId, scope, issuer, restrictions } = identity;
    const who = { subject, clientId, scope, issuer, restrictions };
    return { version: VERSION, kind, ...who, nodeId, expiresMs };
  }

  #seal(plain: Uint8Array): Uint8Array {
    const seal = this.#parts.seal?.seal(plain) ?? new Uint8Array(0);
    const bytes = new Uint8Array(1 + seal.length + plain.length);
    bytes[0] = seal.length;
    bytes.set(seal, 1);
    bytes.set(plain, 1 + seal.length);
    return bytes;
  }

  #read(bytes: Uint8Array, fromNodeId: string): Known {
    const start = 1 + (bytes[0] ?? 0);
    const plain = bytes.subarray(start);
    const { seal } = this.#parts;
    if (seal !== undefined && !seal.isSealed(plain, bytes.subarray(1, start))) {
      throw refused('its seal is broken');
    }
    const context = decoded(plain);
    if (context.version !== VERSION) throw refused('it is of another version');
    if (context.nodeId !== fromNodeId) throw refused('another node vouches for it');
    const { expiresMs } = context;
    if (typeof expiresMs !== 'number') throw refused('it has no end');
    return { identity: identityOf(context), expiresMs };
  }
}

type Context = Readonly<Record<string, unknown>>;

function decoded(plain: Uint8Array): Context {
  try {
    const context = decodePlain(plain);
    if (hasMembers(context)) return context;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw refused('it cannot be read');
}

function identityOf(context: Context): Identity {
  const { kind, subject, clientId, scope, issuer } = context;
  if (kind === 'system') return SYSTEM_IDENTITY;
  if (kind !== 'user' || typeof subject !== 'string') throw refused('it names nobody');
  if (!isOptionalText(clientId) || !isOptionalText(issuer)) throw refused('it cannot be read');
  if (scope !== undefined && !isTexts(scope)) throw refused('its scope is none');
  return {
    subject,
    clientId,
    scope,
    ...(issuer === undefined ? {} : { issuer }),
    ...restrictionsOf(context),
  };
}

function restrictionsOf({ restrictions: given }: Context): Pick<Identity, 'restrictions'> {
  try {
    const restrictions = parseReadRestrictions(given);
    return restrictions === undefined ? {} : { restrictions };
  } catch (error) {
    if (error instanceof TokenFailure) throw refused('its restrictions are none');
    throw error;
  }
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function refused(why: string): ApiError {
  return new ApiError('security_exception', `user context refused: ${why}`, { status: 403 });
}
