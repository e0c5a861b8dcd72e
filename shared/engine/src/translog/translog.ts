/**
 * The shard's log of operations. It holds acknowledged operations that are in no commit yet, so
 * that they survive a crash. It also holds the newest part of the history that another copy may ask
 * for; the index has the rest. The log is a list of generations, of which the last is written; each
 * belongs to one primary term. A flush starts a new one; old ones are removed when no commit needs
 * them. The format is in `format.ts`.
 *
 * A sequence number may occur several times: an operation of a failed primary stays, although
 * another one has replaced it. The one in the newest generation is valid.
 *
 * Contract: an operation is durable when `sync` has returned. An error from `append`, `sync` or
 * `roll` is final: the caller closes the translog and fails the shard.
 */
import type { Directory } from '@skein/search_library';
import { appendCheckpoint, cutTornEnd } from './checkpoint_search.js';
import { DurableMark } from './durable_mark.js';
import type { Checkpoint } from './format.js';
import { readOperationAt, readOperations } from './generation_reader.js';
import { GenerationWriter } from './generation_writer.js';
import {
  checkMark,
  findGenerations,
  lastSeqNo,
  type OldGeneration,
  removeGeneration,
} from './old_generations.js';
import type { TranslogOperation } from './operation_codec.js';
import { SeqNoSet } from './seq_no_set.js';

export interface TranslogLocation {
  readonly generation: number;
  readonly offset: number;
  readonly length: number;
}

export interface TranslogStats {
  readonly operations: number;
  readonly sizeBytes: number;
  /** Operations that are in no commit. */
  readonly uncommittedOperations: number;
  readonly uncommittedSizeBytes: number;
}

interface TranslogOptions {
  readonly directory: Directory;
  readonly translogUuid: string;
  /** Term of the generation that is started. */
  readonly primaryTerm: number;
}

/** The generations at one moment, to be read while the log continues. */
export type HistoryView = readonly OldGeneration[];

const BEGINNING = { generation: 1, globalCheckpoint: -1 };

export class Translog {
  readonly #options: TranslogOptions;
  readonly #mark: DurableMark;
  #old: OldGeneration[];
  #writer: GenerationWriter;
  #globalCheckpoint: number;

  private constructor(
    options: TranslogOptions,
    old: OldGeneration[],
    generation: number,
    globalCheckpoint: number,
  ) {
    this.#options = options;
    this.#mark = new DurableMark(options.directory, options.translogUuid);
    this.#old = old;
    this.#globalCheckpoint = globalCheckpoint;
    this.#writer = this.#begin(generation, options.primaryTerm);
  }

  /** Creates a log. `start`: its first generation, when it replaces an earlier log. */
  static create(
    options: TranslogOptions,
    start: { readonly generation: number; readonly globalCheckpoint: number } = BEGINNING,
  ): Translog {
    DurableMark.forget(options.directory);
    return new Translog(options, [], start.generation, start.globalCheckpoint);
  }

  /**
   * Opens the existing log and starts a new generation. `needed` is the first generation that the
   * oldest commit needs: from it on, no generation may be missing. Older ones are optional history.
   * The newest file may be incomplete and lack a checkpoint, if the process ended while it began
   * the generation; nothing in it was acknowledged.
   */
  static open(options: TranslogOptions, needed: number): Translog {
    const old = findGenerations(options, needed);
    checkMark(options, old);
    const globalCheckpoint = Math.max(-1, ...old.map((each) => each.checkpoint.globalCheckpoint));
    const newest = old.at(-1);
    if (newest !== undefined) {
      cutTornEnd(options.directory, newest.generation, newest.checkpoint);
    }
    const primaryTerm = Math.max(options.primaryTerm, newest?.primaryTerm ?? 0);
    const next = (newest?.generation ?? needed) + 1;
    return new Translog({ ...options, primaryTerm }, old, next, globalCheckpoint);
  }

  get generation(): number {
    return this.#writer.generation;
  }

  get oldestGeneration(): number {
    return this.#old[0]?.generation ?? this.#writer.generation;
  }

  /** Term of the current generation; no earlier generation has a higher one. */
  get primaryTerm(): number {
    return this.#writer.primaryTerm;
  }

  /** True if the current generation exceeds that length; one without operations never does. */
  isLongerThan(bytes: number): boolean {
    return this.#writer.operations > 0 && this.#writer.sizeBytes > bytes;
  }

  /** The highest global checkpoint that was passed to `sync`, which has made it durable. */
  get globalCheckpoint(): number {
    return this.#globalCheckpoint;
  }

  get needsSync(): boolean {
    return this.#writer.needsSync;
  }

  append(operation: TranslogOperation): TranslogLocation {
    return { generation: this.#writer.generation, ...this.#writer.append(operation) };
  }

  /** Appends an operation from another copy's log. */
  appendFrame(seqNo: number, frame: Uint8Array): TranslogLocation {
    return { generation: this.#writer.generation, ...this.#writer.appendFrame(seqNo, frame) };
  }

  /** Position of the end of the log; pass it to `framesSince` before the log is rolled. */
  get end(): number {
    return this.#writer.sizeBytes;
  }

  /** A copy of the frames appended since the log ended at `end`. */
  framesSince(end: number): Uint8Array<ArrayBuffer> {
    return this.#writer.framesSince(end);
  }

  read({ generation, offset, length }: TranslogLocation): TranslogOperation {
    if (generation === this.#writer.generation) return this.#writer.read(offset, length);
    return readOperationAt(this.#options.directory, generation, offset, length);
  }

  /** Makes everything appended so far durable, together with the checkpoint. */
  sync(globalCheckpoint: number): void {
    this.#globalCheckpoint = Math.max(this.#globalCheckpoint, globalCheckpoint);
    this.#sync();
  }

  #sync(): void {
    const before = this.#writer.checkpoint;
    this.#writer.sync(this.#globalCheckpoint);
    const { generation, checkpoint } = this.#writer;
    if (checkpoint.operations > before.operations) {
      this.#mark.set({ generation, offset: checkpoint.offset });
    }
  }

  /** Starts a new generation; the one before it is complete and durable. */
  roll(primaryTerm = this.#writer.primaryTerm): void {
    this.#sync();
    this.#writer.close();
    const { generation, checkpoint } = this.#writer;
    this.#old.push({ generation, checkpoint, primaryTerm: this.#writer.primaryTerm });
    this.#writer = this.#begin(generation + 1, primaryTerm);
  }

  /**
   * The oldest generation with an operation of `seqNo` or after it; the current one if there is
   * none.
   */
  generationOf(seqNo: number): number {
    const first = this.#old.find((each) => lastSeqNo(each) >= seqNo);
    return first?.generation ?? this.#writer.generation;
  }

  /** Deletes the generations before `needed`. */
  trimBefore(needed: number): void {
    for (let oldest = this.#old[0]; oldest !== undefined; oldest = this.#old[0]) {
      if (oldest.generation >= needed) return;
      removeGeneration(this.#options.directory, oldest.generation);
      this.#old.shift();
    }
  }

  /**
   * Makes operations above `seqNo` void if their generation's term is lower than `belowTerm`. This
   * is durable when the call returns.
   */
  trimAbove(seqNo: number, belowTerm: number): void {
    this.#old = this.#old.map((each) => {
      const { checkpoint, generation, primaryTerm } = each;
      const lowest = checkpoint.trimmedAbove ?? Number.POSITIVE_INFINITY;
      const concerns = primaryTerm < belowTerm && checkpoint.maxSeqNo > seqNo && lowest > seqNo;
      if (!concerns) return each;
      const trimmed: Checkpoint = { ...checkpoint, trimmedAbove: seqNo };
      const appended = appendCheckpoint(this.#options.directory, generation, trimmed);
      return { ...each, checkpoint: appended };
    });
  }

  /** Syncs the log and returns its generations, for `operations`. */
  view(): HistoryView {
    this.#sync();
    const { generation, checkpoint, primaryTerm } = this.#writer;
    return [...this.#old, { generation, checkpoint, primaryTerm }];
  }

  /**
   * The valid operations from `fromSeqNo` to `toSeqNo`, both inclusive, each once. They come from
   * the newest generation first, and within a generation in the order in which they were written.
   */
  *operations(
    view: HistoryView,
    fromSeqNo: number,
    toSeqNo = Number.POSITIVE_INFINITY,
  ): Generator<TranslogOperation> {
    const seen = new SeqNoSet(fromSeqNo);
    for (const { generation, checkpoint } of view.toReversed()) {
      const { trimmedAbove = Number.POSITIVE_INFINITY, maxSeqNo } = checkpoint;
      if (maxSeqNo < fromSeqNo) continue;
      for (const operation of readOperations(this.#options.directory, generation, checkpoint)) {
        const { seqNo } = operation;
        if (seqNo < fromSeqNo || seqNo > trimmedAbove || !seen.add(seqNo)) continue;
        if (seqNo <= toSeqNo) yield operation;
      }
    }
  }

  /**
   * Statistics of the log. `committedGeneration`: the first with operations that the commit lacks.
   */
  stats(committedGeneration: number): TranslogStats {
    let operations = this.#writer.operations;
    let sizeBytes = this.#writer.sizeBytes;
    let [uncommittedOperations, uncommittedSizeBytes] = [operations, sizeBytes];
    for (const { generation, checkpoint } of this.#old) {
      operations += checkpoint.operations;
      sizeBytes += checkpoint.offset;
      if (generation < committedGeneration) continue;
      uncommittedOperations += checkpoint.operations;
      uncommittedSizeBytes += checkpoint.offset;
    }
    return { operations, sizeBytes, uncommittedOperations, uncommittedSizeBytes };
  }

  /** Removes the whole log, when a copy starts again. */
  remove(): void {
    this.close();
    DurableMark.forget(this.#options.directory);
    for (const { generation } of this.#old) removeGeneration(this.#options.directory, generation);
    removeGeneration(this.#options.directory, this.#writer.generation);
    this.#old = [];
  }

  close(): void {
    this.#writer.close();
    this.#mark.close();
  }

  #begin(generation: number, primaryTerm: number): GenerationWriter {
    const { directory, translogUuid } = this.#options;
    const header = { translogUuid, primaryTerm };
    return new GenerationWriter(directory, generation, header, this.#globalCheckpoint);
  }
}
