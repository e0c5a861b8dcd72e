/**
 * The body of a request, parsed lazily: a bulk's bytes are never parsed here, a search's object is.
 * Errors are OpenSearch's: `request body is required` for a missing body, the parser's own with
 * line and column for a malformed one.
 */
import { formatByteSize } from '@skein/base';
import {
  BODY_LIMITS,
  type JsonObject,
  type JsonValue,
  objectOf,
  parseJson,
  parseJsonInPieces,
  parseYaml,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import type { BodyFormat } from './content_type.js';

/** Limit of YAML bodies, which are written by people and parsed in one go. */
const MAX_YAML_BYTES = 256 * 1024;

export class RequestBody {
  readonly bytes: Uint8Array;
  readonly format: BodyFormat;
  #outcome: { readonly value: JsonValue } | { readonly fault: unknown } | undefined;

  constructor(bytes: Uint8Array, format: BodyFormat) {
    this.bytes = bytes;
    this.format = format;
  }

  get present(): boolean {
    return this.bytes.length > 0;
  }

  /** The bytes; throws if there is no body. */
  required(): Uint8Array {
    if (!this.present) throw new ApiError('parse_exception', 'request body is required');
    return this.bytes;
  }

  /** Parses a large body with pauses, and keeps its value, or its error for the later reader. */
  *read(): Generator<void, void> {
    if (!this.present || this.format === 'yaml') return;
    try {
      this.#outcome = { value: yield* parseJsonInPieces(this.bytes, BODY_LIMITS) };
    } catch (fault) {
      this.#outcome = { fault };
    }
  }

  /** The value of a JSON or YAML body; undefined without a body. */
  value(): JsonValue | undefined {
    if (!this.present) return undefined;
    if (this.#outcome === undefined) return this.#parsed();
    if ('fault' in this.#outcome) throw this.#outcome.fault;
    return this.#outcome.value;
  }

  /** The object of the body; undefined without a body. Throws for any other value. */
  object(): JsonObject | undefined {
    const value = this.value();
    return value === undefined ? undefined : objectOf(value);
  }

  #parsed(): JsonValue {
    if (this.format !== 'yaml') return parseJson(this.bytes);
    if (this.bytes.length > MAX_YAML_BYTES) {
      throw new ApiError(
        'content_too_long_exception',
        `entity content of type YAML is too long: [${formatByteSize(this.bytes.length)}] of at most [${formatByteSize(MAX_YAML_BYTES)}]; JSON may be longer`,
      );
    }
    return parseYaml(new TextDecoder().decode(this.bytes));
  }

  /** The object of the body; throws if there is no body. */
  requiredObject(): JsonObject {
    this.required();
    return this.object() ?? {};
  }
}

export const NO_BODY = new RequestBody(new Uint8Array(0), 'json');
