/** `Collections.unmodifiableCollection`: shows the elements of another collection, changes none. */
import { unsupported } from '../values/throwable.js';
import type { Value } from '../values/value.js';
import { JCollection } from './collections.js';
import type { Removing } from './removing.js';

export class UnmodifiableView extends JCollection {
  readonly className: string = 'java.util.Collection';
  readonly #of: JCollection;

  constructor(of: JCollection) {
    super();
    this.#of = of;
  }

  size(): number {
    return this.#of.size();
  }

  toArray(): Value[] {
    return this.#of.toArray();
  }

  add(): boolean {
    throw unsupported(null);
  }

  remove(): boolean {
    throw unsupported(null);
  }

  clear(): void {
    throw unsupported(null);
  }

  override filterInPlace(): boolean {
    throw unsupported(null);
  }

  override contains(value: Value): boolean {
    return this.#of.contains(value);
  }

  iterate(): Removing {
    return {
      ...this.#of.iterate(),
      remove: () => {
        throw unsupported(null);
      },
    };
  }
}
