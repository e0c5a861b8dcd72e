/**
 * The shard's log of operations: what was acknowledged but is in no commit yet is in here, so that it survives a crash; so is
 * the newest part of the history that another copy may ask for; the index has the rest.
 * A list of generations, the last of which is written; each belongs to one primary term. A flush begins a new one; old ones go when no commit
 * needs them. The format is in `format.ts`.
 *
 * A sequence number may be there several times: an operation of a primary that failed stays, although another one has taken its place. What
 * counts is the one of the newest generation.
 *
 * Contract: an operation is durable when `sync` has returned. An error from `append`, `sync` or `roll` is final: the caller
 * closes the translog and fails the shard.
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
  /** In no commit. */
  readonly uncommittedOperations: number;
  readonly uncommittedSizeBytes: number;
}

export interface TranslogOptions {
  readonly directory: Directory;
  readonly translogUuid: string;
  /** Of the generation that is begun. */
  readonly primaryTerm: number;
}

/** Generations as they are at one moment, to be read while the log goes on. */
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

  /** `start`: in place of a log before it, which is gone. */
  static create(
    options: TranslogOptions,
    start: { readonly generation: number; readonly globalCheckpoint: number } = BEGINNING,
  ): Translog {
    DurableMark.forget(options.directory);
    return new Translog(options, [], start.generation, start.globalCheckpoint);
  }

  /**
   * Opens what is there, and begins a new generation. From `needed` (the oldest commit's) on there must be no gap; older ones are history
   * that is kept while it lasts. The newest may be a torn beginning without a checkpoint: nobody was told of it.
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

  /** Of the generation that is written: none before it has a higher one. */
  get primaryTerm(): number {
    return this.#writer.primaryTerm;
  }

  /** Whether the generation that is written has reached that length; one without operations never does. */
  isLongerThan(bytes: number): boolean {
    return this.#writer.operations > 0 && this.#writer.sizeBytes > bytes;
  }

  /** The highest that was ever told; durable since the last `sync`. */
  get globalCheckpoint(): number {
    return this.#globalCheckpoint;
  }

  get needsSync(): boolean {
    return this.#writer.needsSync;
  }

  append(operation: TranslogOperation): TranslogLocation {
    return { generation: this.#writer.generation, ...this.#writer.append(operation) };
  }

  /** An operation as another copy's log has it. */
  appendFrame(seqNo: number, frame: Uint8Array): TranslogLocation {
    return { generation: this.#writer.generation, ...this.#writer.appendFrame(seqNo, frame) };
  }

  /** To be given to `framesSince` before the log is rolled. */
  get end(): number {
    return this.#writer.sizeBytes;
  }

  /** A copy of the frames appended since the log ended there. */
  framesSince(end: number): Uint8Array<ArrayBuffer> {
    return this.#writer.framesSince(end);
  }

  read({ generation, offset, length }: TranslogLocation): TranslogOperation {
    if (generation === this.#writer.generation) return this.#writer.read(offset, length);
    return readOperationAt(this.#options.directory, generation, offset, length);
  }

  /** Everything appended so far is durable when this returns, and so is the checkpoint. */
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

  /** Begins a new generation; the one before it is complete and durable. */
  roll(primaryTerm = this.#writer.primaryTerm): void {
    this.#sync();
    this.#writer.close();
    const { generation, checkpoint } = this.#writer;
    this.#old.push({ generation, checkpoint, primaryTerm: this.#writer.primaryTerm });
    this.#writer = this.#begin(generation + 1, primaryTerm);
  }

  /** The oldest generation with an operation of `seqNo` or after it; the present one if there is none. */
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

  /** Operations above `seqNo` never happened, if they came under a term before `belowTerm`. Durable. */
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

  /** Everything so far, durable and in place: see `operations`. */
  view(fromGeneration = 0): HistoryView {
    this.#sync();
    const { generation, checkpoint, primaryTerm } = this.#writer;
    const old = this.#old.filter((each) => each.generation >= fromGeneration);
    return [...old, { generation, checkpoint, primaryTerm }];
  }

  /** The operations that count of `fromSeqNo` up to `toSeqNo`, each once. Newest generation first, in each as they were written. */
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

  /** `committedGeneration`: the first with operations that the commit lacks. */
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

  /** Of everything: what a copy that begins anew does. */
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
