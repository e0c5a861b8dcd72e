/**
 * The settings of one similarity, converted to their types. Fractions are float32, as in
 * OpenSearch.
 */
import { isKeyOf } from '@skein/base';
import { float32Text } from '@skein/content';
import { ApiError } from '@skein/errors';

export class SimilaritySettings {
  /** Keys below `index.similarity.<name>.`. */
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  keys(): Iterable<string> {
    return this.#values.keys();
  }

  text(key: string): string | undefined {
    return this.#values.get(key);
  }

  float(key: string, fallback: number): number {
    const text = this.#values.get(key);
    if (text === undefined) return Math.fround(fallback);
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!Number.isNaN(value)) return Math.fround(value);
    throw new ApiError(
      'settings_exception',
      `Failed to parse float setting [${key}] with value [${text}]`,
      { cause: new ApiError('number_format_exception', `For input string: "${text}"`) },
    );
  }

  flag(key: string, fallback: boolean): boolean {
    const text = this.#values.get(key);
    if (text === undefined) return fallback;
    if (text === 'true' || text === 'false') return text === 'true';
    throw illegal(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
  }

  /** One of the names in a table; `asked` is the error message's description. */
  oneOf<K extends string>(key: string, table: Readonly<Record<K, unknown>>, asked: string): K {
    const text = this.#values.get(key);
    if (text !== undefined && isKeyOf(table, text)) return text;
    throw illegal(`Unsupported ${asked.replace('%s', String(text ?? null))}`);
  }
}

/** Checks that a scaling parameter is neither negative nor infinite. */
export function requireNonNegative(name: string, value: number): number {
  if (Number.isFinite(value) && value >= 0) return value;
  throw illegal(
    `illegal ${name} value: ${float32Text(value)}, must be a non-negative finite value`,
  );
}

export function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
