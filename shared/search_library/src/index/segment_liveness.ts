/**
 * The live documents of a segment as its writer sees them: a bit set that snapshots share, copied
 * before each change, and the `.liv` files that persist it. A commit writes the deletions since the
 * previous one and folds in existing files of no greater size, like the carry of a binary counter.
 * So each deletion is written only a few times, whatever the size of the segment, and there are few
 * files.
 */
import { clearBit, fillBits, hasBit } from '../codec/bit_set.js';
import { encodeLiveDocs, liveDocsBytes } from '../codec/v1/live_docs.js';
import { decodeSoftDeletes, encodeSoftDeletes } from '../codec/v1/soft_deletes_update.js';
import { type LiveBits, makeLiveBits, wordsOfLive } from '../memory/live_bits.js';
import type { Directory } from '../store/directory.js';
import { liveDocsFileName } from './commit_point.js';

/** A file of a commit with a part of the deletions. */
export interface LiveFile {
  readonly generation: number;
  readonly sizeBytes: number;
}

export interface LivenessState {
  /** The live documents; `null`: all are live. */
  readonly liveDocs: LiveBits | null;
  readonly liveCount: number;
  readonly liveFiles: readonly LiveFile[];
  /** Deleted documents that neither the segment nor one of its files marks. */
  readonly unwritten: Uint32Array;
}

export class SegmentLiveness {
  readonly #name: string;
  readonly #docCount: number;
  #bits: LiveBits | null;
  #liveCount: number;
  #files: readonly LiveFile[];
  #unwritten: number[];

  constructor(name: string, docCount: number, state: LivenessState) {
    this.#name = name;
    this.#docCount = docCount;
    this.#bits = state.liveDocs;
    this.#liveCount = state.liveCount;
    this.#files = state.liveFiles;
    this.#unwritten = [...state.unwritten];
  }

  /** The live documents; `null`: all are live. The bits never change. */
  get bits(): LiveBits | null {
    return this.#bits;
  }

  get words(): Uint32Array | null {
    return this.#bits === null ? null : wordsOfLive(this.#bits);
  }

  get liveCount(): number {
    return this.#liveCount;
  }

  get isWritten(): boolean {
    return this.#unwritten.length === 0;
  }

  /** The generations of the files, as a commit names them. */
  get generations(): number[] {
    return this.#files.map(({ generation }) => generation);
  }

  /** Deletes live documents, each given once. The bits that snapshots hold do not change. */
  delete(docs: readonly number[]): void {
    const bits = copyOf(this.words, this.#docCount);
    const words = wordsOfLive(bits);
    for (const doc of docs) {
      clearBit(words, doc);
      this.#unwritten.push(doc);
    }
    this.#bits = bits;
    this.#liveCount -= docs.length;
  }

  /**
   * Writes the deletions that are in no file yet, unsynced, and returns the name of the file, which
   * becomes the last one.
   */
  write(directory: Directory, generation: number): string | undefined {
    const { words } = this;
    if (words === null || this.isWritten) return undefined;
    const added = Uint32Array.from(this.#unwritten).sort();
    const { kept, bytes } = this.#fold(directory, encodeSoftDeletes(added, this.#docCount), added);
    const file = liveDocsFileName(this.#name, generation);
    directory.writeFile(file, bytes);
    this.#files = [...kept, { generation, sizeBytes: bytes.length }];
    this.#unwritten = [];
    return file;
  }

  /** `kept` files stay; `bytes` replace the other files and include the added deletions. */
  #fold(
    directory: Directory,
    encoded: Uint8Array,
    added: Uint32Array,
  ): { readonly kept: readonly LiveFile[]; readonly bytes: Uint8Array } {
    const wholeBytes = liveDocsBytes(this.#docCount);
    let kept = this.#files;
    let [docs, bytes] = [added, encoded];
    for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
      if (last.sizeBytes > bytes.length) break;
      const before = readUpdate(directory, liveDocsFileName(this.#name, last.generation), {
        docCount: this.#docCount,
      });
      if (before === undefined) return this.#whole();
      docs = joined(before, docs);
      bytes = encodeSoftDeletes(docs, this.#docCount);
      kept = kept.slice(0, -1);
    }
    return bytes.length > wholeBytes ? this.#whole() : { kept, bytes };
  }

  #whole(): { readonly kept: readonly LiveFile[]; readonly bytes: Uint8Array } {
    return { kept: [], bytes: encodeLiveDocs(this.words ?? new Uint32Array(0), this.#docCount) };
  }
}

function readUpdate(
  directory: Directory,
  file: string,
  { docCount }: { readonly docCount: number },
): Uint32Array | undefined {
  const bytes = new Uint8Array(directory.length(file));
  directory.readInto(file, 0, bytes);
  return decodeSoftDeletes(bytes, { docCount, file });
}

function joined(a: Uint32Array, b: Uint32Array): Uint32Array<ArrayBuffer> {
  const both = new Uint32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both.sort();
}

function copyOf(live: Uint32Array | null, docCount: number): LiveBits {
  const bits = makeLiveBits(docCount);
  const copy = wordsOfLive(bits);
  if (live === null) fillBits(copy, docCount);
  else copy.set(live);
  return bits;
}

/** A bit set in which all documents except the deleted ones are live. */
export function liveBesides(deleted: Uint32Array | null, docCount: number): LiveBits {
  const bits = copyOf(null, docCount);
  const live = wordsOfLive(bits);
  if (deleted !== null) for (let i = 0; i < live.length; i++) live[i] &= ~deleted[i];
  return bits;
}

/** The documents that are deleted in `live` but not marked in `deleted`, ascending. */
export function deletedBesides(
  deleted: Uint32Array | null,
  live: Uint32Array | null,
  docCount: number,
): Uint32Array {
  if (live === null) return new Uint32Array(0);
  const docs: number[] = [];
  for (let doc = 0; doc < docCount; doc++) {
    if (!hasBit(live, doc) && (deleted === null || !hasBit(deleted, doc))) docs.push(doc);
  }
  return Uint32Array.from(docs);
}
