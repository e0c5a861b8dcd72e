/** Names of one object, to find one that comes twice: a short list first, a set once it grows. */
export class FieldNames {
  readonly #few: string[] = [];
  #many: Set<string> | undefined;

  /** false when the name was there already. */
  add(name: string): boolean {
    if (this.#many) {
      const { size } = this.#many;
      this.#many.add(name);
      return this.#many.size > size;
    }
    if (this.#few.includes(name)) return false;
    this.#few.push(name);
    if (this.#few.length > 16) this.#many = new Set(this.#few);
    return true;
  }
}
