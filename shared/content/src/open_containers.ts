/** The objects and arrays a reader is in, by depth, the root's being 0. The lists of names of closed objects serve the next ones. */
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

  /** False outside of all containers. */
  isObject(depth: number): boolean {
    return depth >= 0 && this.#objects[depth] === true;
  }

  /** False when the object at this depth has the name already. */
  addName(depth: number, name: string): boolean {
    return this.#names[depth]?.add(name) !== false;
  }
}
