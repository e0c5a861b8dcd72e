/** Appends operations to the current generation; `sync` makes all of them durable with one append and tells the checkpoint file. */
import type { AppendHandle, Directory } from '@skein/search_library';
import {
  type Checkpoint,
  checkpointName,
  encodeCheckpoint,
  encodeHeader,
  FRAME_BYTES,
  type GenerationHeader,
  logName,
  sealFrame,
} from './format.js';
import { decodeFrame, readOperationAt } from './generation_reader.js';
import { encodeOperation, type TranslogOperation } from './operation_codec.js';

/** Waiting operations are handed to the file, without fsync, when they pass this. */
const WRITE_BUFFER_BYTES = 1024 * 1024;

export class GenerationWriter {
  readonly generation: number;
  readonly #directory: Directory;
  readonly #log: AppendHandle;
  readonly #checkpoints: AppendHandle;
  /** Frames not yet in the file, by their offset. */
  readonly #waiting = new Map<number, Uint8Array>();
  #waitingBytes = 0;
  #checkpoint: Checkpoint;
  #offset: number;
  #operations = 0;
  #minSeqNo = -1;
  #maxSeqNo = -1;

  /** Creates both files, durable with an empty checkpoint when this returns. */
  constructor(
    directory: Directory,
    generation: number,
    header: GenerationHeader,
    globalCheckpoint: number,
  ) {
    this.generation = generation;
    this.#directory = directory;
    this.#log = directory.openAppend(logName(generation));
    this.#checkpoints = directory.openAppend(checkpointName(generation));
    this.#log.append(encodeHeader(header));
    this.#offset = this.#log.length;
    this.#checkpoint = this.#current(globalCheckpoint);
    this.#log.sync();
    this.#appendCheckpoint(this.#checkpoint);
    directory.syncDirectory();
  }

  get sizeBytes(): number {
    return this.#offset;
  }

  get operations(): number {
    return this.#operations;
  }

  /** The last durable state. */
  get checkpoint(): Checkpoint {
    return this.#checkpoint;
  }

  get needsSync(): boolean {
    return this.#offset !== this.#checkpoint.offset;
  }

  append(operation: TranslogOperation): { readonly offset: number; readonly length: number } {
    const frame = encodeOperation(operation, FRAME_BYTES);
    sealFrame(frame);
    const offset = this.#offset;
    this.#waiting.set(offset, frame);
    this.#waitingBytes += frame.length;
    this.#offset += frame.length;
    this.#operations++;
    const { seqNo } = operation;
    this.#minSeqNo = this.#minSeqNo < 0 ? seqNo : Math.min(this.#minSeqNo, seqNo);
    this.#maxSeqNo = Math.max(this.#maxSeqNo, seqNo);
    if (this.#waitingBytes >= WRITE_BUFFER_BYTES) this.#write();
    return { offset, length: frame.length };
  }

  read(offset: number, length: number): TranslogOperation {
    const waiting = this.#waiting.get(offset);
    if (waiting !== undefined) {
      return decodeFrame(
        waiting,
        `${this.#directory.location}/${logName(this.generation)}`,
        offset,
      );
    }
    return readOperationAt(this.#directory, this.generation, offset, length);
  }

  /** The log first, the checkpoint second: a checkpoint never speaks of bytes that may be lost. */
  sync(globalCheckpoint: number): void {
    if (!this.needsSync) return;
    this.#write();
    this.#log.sync();
    const checkpoint = this.#current(globalCheckpoint);
    this.#appendCheckpoint(checkpoint);
    this.#checkpoint = checkpoint;
  }

  close(): void {
    this.#log.close();
    this.#checkpoints.close();
  }

  #write(): void {
    if (this.#waitingBytes === 0) return;
    const joined = new Uint8Array(this.#waitingBytes);
    let at = 0;
    for (const frame of this.#waiting.values()) {
      joined.set(frame, at);
      at += frame.length;
    }
    this.#log.append(joined);
    this.#waiting.clear();
    this.#waitingBytes = 0;
  }

  #current(globalCheckpoint: number): Checkpoint {
    return {
      offset: this.#offset,
      operations: this.#operations,
      minSeqNo: this.#minSeqNo,
      maxSeqNo: this.#maxSeqNo,
      globalCheckpoint,
    };
  }

  #appendCheckpoint(checkpoint: Checkpoint): void {
    this.#checkpoints.append(encodeCheckpoint(checkpoint));
    this.#checkpoints.sync();
  }
}
