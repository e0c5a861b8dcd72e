/** `StringBuilder` and `StringBuffer`: a growing text. */

import { compareStrings } from '../containers/order.js';
import { allocate } from '../values/meter.js';
import { JavaObject } from '../values/value.js';

export class JStringBuilder extends JavaObject {
  readonly className: string;
  value: string;
  #capacity: number;

  constructor(value = '', className = 'java.lang.StringBuilder') {
    super();
    this.value = value;
    this.className = className;
    this.#capacity = value.length + 16;
  }

  /** Grows like Java's, to twice the capacity plus two. */
  get capacity(): number {
    const needed = this.value.length;
    if (needed > this.#capacity) this.#capacity = Math.max(needed, this.#capacity * 2 + 2);
    return this.#capacity;
  }

  append(text: string): this {
    allocate(text.length);
    this.value += text;
    if (this.value.length > this.#capacity) this.#capacity = this.capacity;
    return this;
  }

  override text(): string {
    return this.value;
  }

  override compareTo(other: this): number {
    return compareStrings(this.value, other.value);
  }
}
