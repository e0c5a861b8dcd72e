/** Files that are packages of parts: ZIP, as used by office documents and books. */
import { ApiError } from '@skein/errors';
import { strFromU8, unzipSync } from 'fflate';
import { EXTRACTION_LIMITS } from './calls.js';

export class Parts {
  readonly #parts: Readonly<Record<string, Uint8Array>>;

  private constructor(parts: Readonly<Record<string, Uint8Array>>) {
    this.#parts = parts;
  }

  /** Unpacks the parts that `wants` accepts. */
  static of(bytes: Uint8Array, wants: (name: string) => boolean): Parts {
    let unpacked = 0;
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!wants(name)) return false;
        unpacked += originalSize;
        if (unpacked <= EXTRACTION_LIMITS.unpackedBytes) return true;
        throw new ApiError(
          'illegal_argument_exception',
          `the parts of the document have more than [${EXTRACTION_LIMITS.unpackedBytes}] bytes`,
        );
      },
    });
    return new Parts(parts);
  }

  /** Names in the order of the numbers they contain. */
  named(pattern: RegExp): readonly string[] {
    const numberOf = (name: string): number => Number(/(\d+)\.\w+$/.exec(name)?.[1] ?? 0);
    return Object.keys(this.#parts)
      .filter((name) => pattern.test(name))
      .sort((a, b) => numberOf(a) - numberOf(b));
  }

  /** The text of a part; empty if it does not exist. */
  text(name: string): string {
    const bytes = Object.hasOwn(this.#parts, name) ? this.#parts[name] : undefined;
    return bytes === undefined ? '' : strFromU8(bytes);
  }
}
