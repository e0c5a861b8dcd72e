/** Up to this number, names are compared one by one. */
const FEW = 16;

/** The names of one object, to detect duplicates: a short list first, a set once it grows. */
export class FieldNames {
  #count = 0;
  readonly #few: string[] = [];
  #many: Set<string> | undefined;

  /** Adds a name; returns false when it was present already. */
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

  /** Empties it for another object. */
  clear(): void {
    this.#count = 0;
    this.#many = undefined;
  }
}
