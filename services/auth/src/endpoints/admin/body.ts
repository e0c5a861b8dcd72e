/**
 * The JSON body of an administration request: known fields of the right types, or an error that
 * names the field.
 */
import { ApiError } from '@skein/errors';
import type { GrantedFields } from '@skein/oauth';

export class Body {
  readonly #fields: ReadonlyMap<string, unknown>;

  /** `known`: the fields that the operation accepts. */
  constructor(body: unknown, known: readonly string[]) {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw illegal('the body must be a JSON object');
    }
    this.#fields = new Map(Object.entries(body));
    const unknown = [...this.#fields.keys()].find((name) => !known.includes(name));
    if (unknown !== undefined) throw illegal(`unknown field [${unknown}]`);
  }

  text(name: string): string | undefined {
    return this.#typed(name, 'a string', (value) => typeof value === 'string');
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw illegal(`[${name}] is missing`);
    return value;
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined {
    const wanted = `one of [${values.join(', ')}]`;
    return this.#typed(name, wanted, (value) => values.includes(value as T));
  }

  flag(name: string): boolean | undefined {
    return this.#typed(name, 'a boolean', (value) => typeof value === 'boolean');
  }

  integer(name: string): number | undefined {
    return this.#typed(name, 'a whole number', Number.isSafeInteger);
  }

  texts(name: string): readonly string[] | undefined {
    return this.#typed(name, 'a list of strings', (value) => isListOf(value, isString));
  }

  /** A scope in OAuth's form: entries separated by spaces. */
  scope(name: string): readonly string[] | undefined {
    return this.text(name)
      ?.split(' ')
      .filter((entry) => entry !== '');
  }

  /** A query as JSON text. A client that must keep the spelling of its numbers sends the text. */
  query(name: string): string | undefined {
    const query = this.#typed(
      name,
      'a query',
      (value) => typeof value === 'string' || isObject(value),
    );
    return query === undefined || typeof query === 'string' ? query : JSON.stringify(query);
  }

  /** Granted fields, `*` if none are named, except those in `except`. */
  grantedFields(name: string): GrantedFields | undefined {
    const wanted = 'an object with lists of strings [grant] and [except]';
    const fields = this.#typed<Partial<GrantedFields>>(name, wanted, (value) => {
      if (!isObject(value)) return false;
      const { grant = [], except = [], ...others } = value;
      const areLists = isListOf(grant, isString) && isListOf(except, isString);
      return areLists && Object.keys(others).length === 0;
    });
    return fields && { grant: fields.grant ?? ['*'], except: fields.except ?? [] };
  }

  /** The keys of a JWK set. */
  jwks(name: string): readonly Readonly<Record<string, unknown>>[] | undefined {
    const set = this.#typed<{ readonly keys: readonly Record<string, unknown>[] }>(
      name,
      'a JWK set',
      (value) => isObject(value) && isListOf(value.keys, isObject),
    );
    return set?.keys;
  }

  #typed<T>(name: string, type: string, fits: (value: unknown) => boolean): T | undefined {
    const value = this.#fields.get(name);
    if (value === undefined || fits(value)) return value as T | undefined;
    throw illegal(`[${name}] must be ${type}`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isListOf(value: unknown, fits: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
