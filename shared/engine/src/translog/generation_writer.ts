/**
 * Appends operations to the current generation; `sync` makes all of them durable, with a checkpoint
 * behind them, by one append and one fsync.
 */
import { CELL_BYTES, FaintCells } from '@skein/bytes';
import type { AppendHandle, Directory } from '@skein/search_library';
import {
  CHECKPOINT_BYTES,
  type Checkpoint,
  encodeCheckpoint,
  encodeFiller,
  encodeHeader,
  type GenerationHeader,
  logName,
} from './format.js';
import { FrameBuffer } from './frame_buffer.js';
import { decodeFrame, readOperationAt } from './generation_reader.js';
import type { TranslogOperation } from './operation_codec.js';

/** Size at which waiting operations are written to the file, without fsync. */
const WRITE_BUFFER_BYTES = 1024 * 1024;

export class GenerationWriter {
  readonly generation: number;
  readonly primaryTerm: number;
  readonly #directory: Directory;
  readonly #log: AppendHandle;
  /** Frames not yet in the file: the last bytes before `#offset`. */
  readonly #waiting = new FrameBuffer();
  /** Faint cells since the last checkpoint in the written part of the file. */
  readonly #faint = new FaintCells();
  #checkpoint: Checkpoint;
  #offset: number;
  #operations = 0;
  #minSeqNo = -1;
  #maxSeqNo = -1;

  /** Creates the file, durably, with an empty checkpoint. */
  constructor(
    directory: Directory,
    generation: number,
    header: GenerationHeader,
    globalCheckpoint: number,
  ) {
    this.generation = generation;
    this.primaryTerm = header.primaryTerm;
    this.#directory = directory;
    this.#log = directory.openAppend(logName(generation));
    const first = encodeHeader(header);
    this.#waiting.appendFrame(first);
    this.#offset = first.length;
    this.#checkpoint = this.#appendCheckpoint(globalCheckpoint, 0);
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
    return this.#appended(operation.seqNo, this.#waiting.append(operation));
  }

  /** Appends an operation from another copy's log. */
  appendFrame(
    seqNo: number,
    frame: Uint8Array,
  ): { readonly offset: number; readonly length: number } {
    this.#waiting.appendFrame(frame);
    return this.#appended(seqNo, frame.length);
  }

  /** A copy of the frames appended since the log had this length. */
  framesSince(offset: number): Uint8Array<ArrayBuffer> {
    const frames = new Uint8Array(this.#offset - offset);
    const inFile = Math.max(0, this.#offset - this.#waiting.length - offset);
    if (inFile > 0) {
      this.#directory.readInto(logName(this.generation), offset, frames.subarray(0, inFile));
    }
    frames.set(this.#waiting.view(this.#waiting.length - (frames.length - inFile)), inFile);
    return frames;
  }

  #appended(seqNo: number, length: number): { readonly offset: number; readonly length: number } {
    const offset = this.#offset;
    this.#offset += length;
    this.#operations++;
    this.#minSeqNo = this.#minSeqNo < 0 ? seqNo : Math.min(this.#minSeqNo, seqNo);
    this.#maxSeqNo = Math.max(this.#maxSeqNo, seqNo);
    if (this.#waiting.length >= WRITE_BUFFER_BYTES) this.#write();
    return { offset, length };
  }

  read(offset: number, length: number): TranslogOperation {
    const at = offset - (this.#offset - this.#waiting.length);
    if (at < 0) return readOperationAt(this.#directory, this.generation, offset, length);
    const where = `${this.#directory.location}/${logName(this.generation)}`;
    return decodeFrame(this.#waiting.view(at).subarray(0, length), where, offset);
  }

  sync(globalCheckpoint: number): void {
    if (!this.needsSync && globalCheckpoint <= this.#checkpoint.globalCheckpoint) return;
    this.#checkpoint = this.#appendCheckpoint(globalCheckpoint, this.#checkpoint.offset);
  }

  close(): void {
    this.#log.close();
  }

  /** Writes waiting frames without a checkpoint: more follow before the next sync. */
  #write(): void {
    this.#faint.add(this.#waiting.view());
    this.#append();
  }

  /**
   * Appends a checkpoint behind the waiting frames, to be durable with them. `before`: the end of
   * the previous one.
   */
  #appendCheckpoint(globalCheckpoint: number, before: number): Checkpoint {
    const filler = encodeFiller(this.#offset, CELL_BYTES);
    this.#waiting.appendFrame(filler);
    this.#faint.add(this.#waiting.view());
    this.#offset += filler.length + CHECKPOINT_BYTES;
    const checkpoint = {
      offset: this.#offset,
      operations: this.#operations,
      minSeqNo: this.#minSeqNo,
      maxSeqNo: this.#maxSeqNo,
      globalCheckpoint,
      trimmedAbove: undefined,
    };
    const faintCells = this.#faint.count;
    this.#waiting.appendFrame(encodeCheckpoint(checkpoint, { before, faintCells }));
    this.#append();
    this.#log.sync();
    this.#faint.restart();
    return checkpoint;
  }

  /** Writes the waiting frames to the file. */
  #append(): void {
    this.#log.append(this.#waiting.view());
    this.#waiting.clear();
  }
}
