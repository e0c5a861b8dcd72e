/** A set of sequence numbers from a first one on, one bit each, since histories are dense. */
const INITIAL_WORDS = 1024;

export class SeqNoSet {
  readonly #first: number;
  #words = new Uint32Array(INITIAL_WORDS);

  constructor(first: number) {
    this.#first = first;
  }

  /** Adds a number; returns false when it was present already. */
  add(seqNo: number): boolean {
    const at = seqNo - this.#first;
    const word = Math.floor(at / 32);
    if (word >= this.#words.length) this.#grow(word);
    const bit = 1 << (at % 32);
    const before = this.#words[word] ?? 0;
    this.#words[word] = before | bit;
    return (before & bit) === 0;
  }

  #grow(word: number): void {
    const grown = new Uint32Array(Math.max(word + 1, this.#words.length * 2));
    grown.set(this.#words);
    this.#words = grown;
  }
}
