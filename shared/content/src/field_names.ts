/** So many are compared one by one. */
const FEW = 16;

/** Names of one object, to find one that comes twice: a short list first, a set once it grows. */
export class FieldNames {
  #count = 0;
  readonly #few: string[] = [];
  #many: Set<string> | undefined;

  /** false when the name was there already. */
  add(name: string): boolean {
    if (this.#many) {
      const { size } = this.#many;
      this.#many.add(name);
      return this.#many.size > size;
    }
    const few = this.#few;
    const count = this.#count;
    for (let i = 0; i < count; i++) if (few[i] === name) return false;
    few[count] = name;
    this.#count = count + 1;
    if (count === FEW) this.#many = new Set(few.slice(0, count + 1));
    return true;
  }

  /** For another object. */
  clear(): void {
    this.#count = 0;
    this.#many = undefined;
  }
}
