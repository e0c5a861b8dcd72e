/**
 * The settings of one analysis component, read by type. Lists come as `key.0`, `key.1`, … or
 * comma-separated in one value. Errors are worded as OpenSearch's.
 */
import { javaTrim } from '@skein/base';
import { ApiError } from '@skein/errors';

/**
 * The prefix of the name of a component that a request describes on the spot; the type follows it.
 */
export const ANONYMOUS = '__anonymous__';

export class ComponentSettings {
  readonly name: string;
  readonly #values: ReadonlyMap<string, string>;

  constructor(name: string, values: ReadonlyMap<string, string>) {
    this.name = name;
    this.#values = values;
  }

  get type(): string | undefined {
    return this.string('type');
  }

  has(key: string): boolean {
    return this.#values.has(key) || this.#values.has(`${key}.0`);
  }

  /** The names of the members of the object `key`. */
  membersOf(key: string): readonly string[] {
    const inside = [...this.#values.keys()].filter((each) => each.startsWith(`${key}.`));
    return [...new Set(inside.map((each) => each.slice(key.length + 1).split('.')[0] ?? ''))];
  }

  /** True when the setting was given as a list, empty or not. */
  isList(key: string): boolean {
    return this.#values.has(`${key}.0`) || this.#values.get(key) === '[]';
  }

  /** The value as a string; a list reads as Java prints it. */
  string(key: string): string | undefined {
    const value = this.#values.get(key);
    if (value !== undefined || !this.#values.has(`${key}.0`)) return value;
    return `[${this.list(key)?.join(', ')}]`;
  }

  required(key: string, message: string): string {
    const value = this.string(key);
    if (value === undefined) throw new ApiError('illegal_argument_exception', message);
    return value;
  }

  boolean(key: string, fallback: boolean): boolean {
    const value = this.string(key);
    if (value === undefined || javaTrim(value) === '') return fallback;
    if (value === 'true') return true;
    if (value === 'false') return false;
    throw new ApiError(
      'illegal_argument_exception',
      `Failed to parse value [${value}] as only [true] or [false] are allowed.`,
    );
  }

  integer(key: string, fallback: number): number {
    const value = this.string(key);
    if (value === undefined) return fallback;
    const number = /^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= -(2 ** 31) && number < 2 ** 31) return number;
    const cause = new ApiError('number_format_exception', `For input string: "${value}"`);
    throw new ApiError(
      'settings_exception',
      `Failed to parse int setting [${key}] with value [${value}]`,
      { cause },
    );
  }

  /** An integer that must be at least 1. */
  positive(key: string, fallback: number): number {
    const value = this.integer(key, fallback);
    if (value >= 1) return value;
    throw new ApiError(
      'illegal_argument_exception',
      `Failed to parse value [${value}] for setting [${key}] must be >= 1`,
    );
  }

  /** Reads a list as `list` does, but a single value is one entry, whatever commas it has. */
  wholeList(key: string): string[] | undefined {
    const single = this.#values.get(key);
    return single === undefined || single === '[]' ? this.list(key) : [single];
  }

  /**
   * The entries of a list; `undefined` when the key is absent. An empty list is a list; settings of
   * an index keep it as an empty text. As Java splits a text, nothing between commas at its end is
   * no entry.
   */
  list(key: string): string[] | undefined {
    const single = this.#values.get(key);
    if (single !== undefined) {
      if (single === '[]') return [];
      const entries = single.split(',');
      while (entries.at(-1) === '') entries.pop();
      return entries.map(javaTrim);
    }
    if (!this.#values.has(`${key}.0`)) return undefined;
    const list: string[] = [];
    for (let i = 0; ; i++) {
      const value = this.#values.get(`${key}.${i}`);
      if (value === undefined) return list;
      list.push(value);
    }
  }
}
