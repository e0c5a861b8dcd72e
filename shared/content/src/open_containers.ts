/**
 * The objects and arrays that enclose a reader's position, by depth, the root's being 0. Name lists
 * of closed objects are reused.
 */
import { FieldNames } from './field_names.js';

export class OpenContainers {
  readonly #objects: boolean[] = [];
  readonly #names: FieldNames[] = [];

  open(depth: number, isObject: boolean): void {
    this.#objects[depth] = isObject;
    if (!isObject) return;
    while (this.#names.length <= depth) this.#names.push(new FieldNames());
    this.#names[depth]?.clear();
  }

  /** True if the container at this depth is an object; false outside of all containers. */
  isObject(depth: number): boolean {
    return depth >= 0 && this.#objects[depth] === true;
  }

  /** Adds a name; false when the object at this depth has it already. */
  addName(depth: number, name: string): boolean {
    return this.#names[depth]?.add(name) !== false;
  }
}
