/** A fingerprint of all events, in order. Two runs of a seed must end with the same one. */
export class TraceHash {
  #low = 0x811c9dc5;
  #high = 0x01000193;

  add(text: string): void {
    for (let i = 0; i < text.length; i++) this.addNumber(text.charCodeAt(i));
  }

  addNumber(value: number): void {
    this.#low = Math.imul(this.#low ^ (value | 0), 0x01000193);
    this.#high = Math.imul(this.#high ^ (this.#low >>> 15) ^ (value | 0), 0x85ebca6b);
  }

  toString(): string {
    const hex = (part: number): string => (part >>> 0).toString(16).padStart(8, '0');
    return hex(this.#high) + hex(this.#low);
  }
}
