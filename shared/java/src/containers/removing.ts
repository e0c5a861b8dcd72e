import type { Value } from '../values/value.js';

/** The iteration of a collection, from which the element that was given last can be removed. */
export interface Removing extends Iterator<Value> {
  /** True if there is another element, which is not taken. */
  hasMore(): boolean;
  remove(): void;
}
