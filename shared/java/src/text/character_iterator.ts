/** `java.text.StringCharacterIterator`: a movable position in a part of a text. */
import { illegalArgument } from '../values/throwable.js';
import { hashString, JavaObject, type Value } from '../values/value.js';

/** The character before the first and after the last position. */
export const DONE = 0xffff;

interface Range {
  readonly begin: number;
  readonly end: number;
}

export class CharacterIterator extends JavaObject {
  readonly className: string = 'java.text.StringCharacterIterator';
  #text: string;
  #range: Range;
  #index: number;

  constructor(text: string, index = 0, range: Range = { begin: 0, end: text.length }) {
    super();
    const { begin, end } = range;
    if (begin < 0 || begin > end || end > text.length) {
      throw illegalArgument('Invalid substring range');
    }
    if (index < begin || index > end) throw illegalArgument('Invalid position');
    this.#text = text;
    this.#range = range;
    this.#index = index;
  }

  get index(): number {
    return this.#index;
  }

  get begin(): number {
    return this.#range.begin;
  }

  get end(): number {
    return this.#range.end;
  }

  current(): number {
    return this.#index < this.end ? this.#text.charCodeAt(this.#index) : DONE;
  }

  first(): number {
    return this.#moveTo(this.begin);
  }

  last(): number {
    return this.#moveTo(Math.max(this.begin, this.end - 1));
  }

  next(): number {
    return this.#moveTo(Math.min(this.#index + 1, this.end));
  }

  previous(): number {
    return this.#index > this.begin ? this.#moveTo(this.#index - 1) : DONE;
  }

  setIndex(index: number): number {
    if (index < this.begin || index > this.end) throw illegalArgument('Invalid index');
    return this.#moveTo(index);
  }

  setText(text: string): void {
    this.#text = text;
    this.#range = { begin: 0, end: text.length };
    this.#index = 0;
  }

  copy(): CharacterIterator {
    return new CharacterIterator(this.#text, this.#index, this.#range);
  }

  #moveTo(index: number): number {
    this.#index = index;
    return this.current();
  }

  override equals(other: Value): boolean {
    return (
      other instanceof CharacterIterator &&
      other.#text === this.#text &&
      other.#index === this.#index &&
      other.begin === this.begin &&
      other.end === this.end
    );
  }

  override hashCode(): number {
    return hashString(this.#text) ^ this.#index ^ this.begin ^ this.end;
  }
}
