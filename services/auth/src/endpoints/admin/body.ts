/**
 * The JSON body of an administration request: known fields of the right types, or an error that
 * names the field.
 */
import { isObject } from '@skein/base';
import { illegalArgument } from '@skein/errors';
import type { GrantedFields } from '@skein/oauth';

export class Body {
  readonly #fields: ReadonlyMap<string, unknown>;

  /** `known`: the fields that the operation accepts. */
  constructor(body: unknown, known: readonly string[]) {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw illegalArgument('the body must be a JSON object');
    }
    this.#fields = new Map(Object.entries(body));
    const unknown = [...this.#fields.keys()].find((name) => !known.includes(name));
    if (unknown !== undefined) throw illegalArgument(`unknown field [${unknown}]`);
  }

  text(name: string): string | undefined {
    return this.#typed(name, 'a string', (value) => typeof value === 'string');
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw illegalArgument(`[${name}] is missing`);
    return value;
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined {
    const wanted = `one of [${values.join(', ')}]`;
    return this.#typed(name, wanted, (value): value is T => values.some((one) => one === value));
  }

  flag(name: string): boolean | undefined {
    return this.#typed(name, 'a boolean', (value) => typeof value === 'boolean');
  }

  integer(name: string): number | undefined {
    return this.#typed(name, 'a whole number', isWholeNumber);
  }

  texts(name: string): readonly string[] | undefined {
    return this.#typed(name, 'a list of strings', areTexts);
  }

  /** A scope in OAuth's form: entries separated by spaces. */
  scope(name: string): readonly string[] | undefined {
    return this.text(name)
      ?.split(' ')
      .filter((entry) => entry !== '');
  }

  /** A query as JSON text. A client that must keep the spelling of its numbers sends the text. */
  query(name: string): string | undefined {
    const query = this.#typed(name, 'a query', isQuery);
    return query === undefined || typeof query === 'string' ? query : JSON.stringify(query);
  }

  /** Granted fields, `*` if none are named, except those in `except`. */
  grantedFields(name: string): GrantedFields | undefined {
    const wanted = 'an object with lists of strings [grant] and [except]';
    const fields = this.#typed(name, wanted, isGrant);
    return fields && { grant: fields.grant ?? ['*'], except: fields.except ?? [] };
  }

  /** The keys of a JWK set. */
  jwks(name: string): readonly Readonly<Record<string, unknown>>[] | undefined {
    return this.#typed(name, 'a JWK set', isKeySet)?.keys;
  }

  #typed<T>(name: string, type: string, fits: (value: unknown) => value is T): T | undefined {
    const value = this.#fields.get(name);
    if (value === undefined || fits(value)) return value;
    throw illegalArgument(`[${name}] must be ${type}`);
  }
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}

function isQuery(value: unknown): value is string | Readonly<Record<string, unknown>> {
  return isString(value) || isObject(value);
}

function isGrant(value: unknown): value is Partial<GrantedFields> {
  if (!isObject(value)) return false;
  const { grant = [], except = [], ...others } = value;
  return areTexts(grant) && areTexts(except) && Object.keys(others).length === 0;
}

interface KeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

function isKeySet(value: unknown): value is KeySet {
  return isObject(value) && Array.isArray(value.keys) && value.keys.every(isObject);
}
