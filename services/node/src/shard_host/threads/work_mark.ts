/**
 * The current work of an engine thread, in memory that outlives it: a thread that runs out of heap
 * reports nothing. The mark tells which of its pending pieces of work ended it, so that this one is
 * not given to the next thread.
 */

const WORKS = ['none', 'document', 'opening', 'copying'] as const;
export type Work = Exclude<(typeof WORKS)[number], 'none'>;

/** Words: the work, the number of its shard's opening, the hash of the document's id. */
const WORDS = 3;

export interface MarkedWork {
  readonly work: Work;
  /** Number of the shard's opening. */
  readonly opening: number;
  /** True if it was a document with this id; another id matches with probability 2^-32. */
  isOf(id: string): boolean;
}

export class WorkMark {
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory);
  }

  static memory(): SharedArrayBuffer {
    return new SharedArrayBuffer(4 * WORDS);
  }

  begin(work: Work, opening: number, id = ''): void {
    const words = this.#words;
    words[0] = WORKS.indexOf(work);
    words[1] = opening;
    words[2] = hashOf(id);
  }

  end(): void {
    this.#words[0] = 0;
  }

  /** Reads the mark of a dead thread. */
  read(): MarkedWork | undefined {
    const [number = 0, opening = 0, hash = 0] = this.#words;
    const work = WORKS[number];
    if (work === undefined || work === 'none') return undefined;
    return { work, opening, isOf: (id) => work === 'document' && hashOf(id) === hash };
  }
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}
