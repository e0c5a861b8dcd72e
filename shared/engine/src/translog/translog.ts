/**
 * The shard's log of operations: what was acknowledged but is in no commit yet is in here, so that it survives a crash.
 * A list of generations, the last of which is written; a flush begins a new one and, once its commit is durable, drops those
 * before it. The format is in `format.ts`.
 *
 * Contract: an operation is durable when `sync` has returned. An error from `append`, `sync` or `roll` is final: the caller
 * closes the translog and fails the shard.
 */
import type { Directory } from '@skein/search_library';
import { type Checkpoint, checkpointName, corrupted, generationOf, logName } from './format.js';
import {
  readCheckpoint,
  readHeader,
  readOperationAt,
  readOperations,
} from './generation_reader.js';
import { GenerationWriter } from './generation_writer.js';
import type { TranslogOperation } from './operation_codec.js';

export interface TranslogLocation {
  readonly generation: number;
  readonly offset: number;
  readonly length: number;
}

export interface TranslogStats {
  readonly operations: number;
  readonly sizeBytes: number;
}

export interface TranslogOptions {
  readonly directory: Directory;
  readonly translogUuid: string;
  readonly primaryTerm: number;
}

interface OldGeneration {
  readonly generation: number;
  readonly checkpoint: Checkpoint;
}

export class Translog {
  readonly #options: TranslogOptions;
  readonly #old: OldGeneration[];
  #writer: GenerationWriter;
  #globalCheckpoint: number;

  private constructor(
    options: TranslogOptions,
    old: OldGeneration[],
    generation: number,
    globalCheckpoint: number,
  ) {
    this.#options = options;
    this.#old = old;
    this.#globalCheckpoint = globalCheckpoint;
    this.#writer = this.#begin(generation);
  }

  static create(options: TranslogOptions): Translog {
    return new Translog(options, [], 1, -1);
  }

  /**
   * Opens the generations from `oldestGeneration` (the commit's) on, and begins a new one. Older ones are left-overs of a flush
   * that did not come to deleting them; the newest may be a torn beginning without a checkpoint: nobody was told of it.
   */
  static open(options: TranslogOptions, oldestGeneration: number): Translog {
    const { directory } = options;
    const present = presentGenerations(directory);
    const newest = present.at(-1) ?? 0;
    const old: OldGeneration[] = [];
    for (const generation of present) {
      const checkpoint =
        generation < oldestGeneration ? undefined : readCheckpoint(directory, generation);
      if (checkpoint !== undefined) {
        checkUuid(options, generation);
        old.push({ generation, checkpoint });
        continue;
      }
      if (generation >= oldestGeneration && generation !== newest) {
        throw corrupted(`${directory.location}/${checkpointName(generation)}`, 'no checkpoint');
      }
      removeGeneration(directory, generation);
    }
    checkGapless(directory, old, oldestGeneration);
    const globalCheckpoint = Math.max(-1, ...old.map((each) => each.checkpoint.globalCheckpoint));
    const last = old.at(-1)?.generation ?? oldestGeneration;
    return new Translog(options, old, last + 1, globalCheckpoint);
  }

  get generation(): number {
    return this.#writer.generation;
  }

  get currentGenerationBytes(): number {
    return this.#writer.sizeBytes;
  }

  get needsSync(): boolean {
    return this.#writer.needsSync;
  }

  append(operation: TranslogOperation): TranslogLocation {
    return { generation: this.#writer.generation, ...this.#writer.append(operation) };
  }

  read({ generation, offset, length }: TranslogLocation): TranslogOperation {
    if (generation === this.#writer.generation) return this.#writer.read(offset, length);
    return readOperationAt(this.#options.directory, generation, offset, length);
  }

  /** Everything appended so far is durable when this returns. */
  sync(globalCheckpoint: number): void {
    this.#globalCheckpoint = Math.max(this.#globalCheckpoint, globalCheckpoint);
    this.#writer.sync(this.#globalCheckpoint);
  }

  /** Begins a new generation; the one before it is complete and durable. */
  roll(): void {
    this.#writer.sync(this.#globalCheckpoint);
    this.#writer.close();
    const { generation, checkpoint } = this.#writer;
    this.#old.push({ generation, checkpoint });
    this.#writer = this.#begin(generation + 1);
  }

  /** Deletes the generations before `generation`: a durable commit holds all they have. */
  trimBefore(generation: number): void {
    for (
      let oldest = this.#old[0];
      oldest && oldest.generation < generation;
      oldest = this.#old[0]
    ) {
      removeGeneration(this.#options.directory, oldest.generation);
      this.#old.shift();
    }
  }

  /** The durable operations of all generations that were there when the translog was opened, in order. */
  *recovered(): Generator<TranslogOperation> {
    for (const { generation, checkpoint } of this.#old) {
      yield* readOperations(this.#options.directory, generation, checkpoint);
    }
  }

  stats(): TranslogStats {
    let operations = this.#writer.operations;
    let sizeBytes = this.#writer.sizeBytes;
    for (const { checkpoint } of this.#old) {
      operations += checkpoint.operations;
      sizeBytes += checkpoint.offset;
    }
    return { operations, sizeBytes };
  }

  close(): void {
    this.#writer.close();
  }

  #begin(generation: number): GenerationWriter {
    const { directory, translogUuid, primaryTerm } = this.#options;
    const header = { translogUuid, primaryTerm };
    return new GenerationWriter(directory, generation, header, this.#globalCheckpoint);
  }
}

function presentGenerations(directory: Directory): number[] {
  const found = new Set<number>();
  for (const name of directory.list()) {
    const generation = generationOf(name);
    if (generation !== undefined) found.add(generation);
  }
  return [...found].sort((a, b) => a - b);
}

function removeGeneration(directory: Directory, generation: number): void {
  directory.remove(logName(generation));
  directory.remove(checkpointName(generation));
}

function checkUuid({ directory, translogUuid }: TranslogOptions, generation: number): void {
  const { header } = readHeader(directory, generation);
  if (header.translogUuid === translogUuid) return;
  throw corrupted(
    `${directory.location}/${logName(generation)}`,
    `belongs to translog [${header.translogUuid}], expected [${translogUuid}]`,
  );
}

function checkGapless(directory: Directory, old: readonly OldGeneration[], oldest: number): void {
  let expected = oldest;
  for (const { generation } of old) {
    if (generation !== expected) {
      throw corrupted(directory.location, `generation [${expected}] is missing`);
    }
    expected++;
  }
  if (old.length === 0) throw corrupted(directory.location, `generation [${oldest}] is missing`);
}
