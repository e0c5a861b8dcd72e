/**
 * Names or texts that Smile writes once and then refers to by number. A full table is started
 * again.
 */
import type { BinaryInput } from './binary_input.js';

const MOST = 1024;

export class SharedTexts {
  readonly #input: BinaryInput;
  readonly #isShared: boolean;
  #seen: string[] = [];

  constructor(input: BinaryInput, isShared: boolean) {
    this.#input = input;
    this.#isShared = isShared;
  }

  add(text: string): string {
    if (this.#isShared) {
      if (this.#seen.length === MOST) this.#seen = [];
      this.#seen.push(text);
    }
    return text;
  }

  at(index: number): string {
    const text = this.#seen[index];
    if (text === undefined)
      throw this.#input.malformed(`a reference to text ${index}, which is not there`);
    return text;
  }
}
