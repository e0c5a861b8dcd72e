/**
 * The places from which the parts of one segment are read: the space of the thread, or memory of
 * the segment's own.
 */
import { crc32 } from '@skein/bytes';
import { corruptIndex } from '../codec/corrupt_index.js';
import type { Directory } from '../store/directory.js';
import { type LiveBits, residenceOfLive, wordsOfLive } from './live_bits.js';
import { madePartAt, type SegmentResidence } from './residence_layout.js';
import { PartNotLoaded, type SegmentSpace } from './segment_space.js';
import { NONE } from './space_control.js';
import type { Residence } from './space_types.js';

/** A byte range of the segment's file. */
export interface PartExtent {
  readonly offset: number;
  readonly length: number;
  readonly checksum: number;
  /** The part's name in messages. */
  readonly name: string;
}

/** A part in memory: byte `offset` of the file is byte `start` of the buffer. */
export interface PlacedPart {
  readonly buffer: ArrayBufferLike;
  readonly start: number;
  /**
   * Changes when the part is loaded again. A reader that was opened over the old bytes must not be
   * used any more.
   */
  readonly stamp: number;
}

/** A part that is in no file: it is made of other parts when it is first requested. */
interface MadePart {
  /** The part's number among the made parts of the segment. */
  readonly number: number;
  /** The part's name in messages. */
  readonly label: string;
  /**
   * Computes the length, and returns the function that fills the part. Call it before room is
   * reserved.
   */
  plan(): { readonly lengthBytes: number; fill(target: Uint8Array): void };
}

export interface PartPlaces {
  /**
   * The memory that holds all parts and that kernels can read; `undefined` when kernels cannot read
   * them.
   */
  readonly memory: WebAssembly.Memory | undefined;
  /** Returns the part, fixed in place until `letGo`. `known` is the result of an earlier call. */
  place(part: number, known: PlacedPart | undefined): PlacedPart;
  /** Does the same for a made part. */
  placeMade(part: MadePart, known: PlacedPart | undefined): PlacedPart;
  /** Returns a made part if it is in memory. */
  madeIfHere(number: number, known: PlacedPart | undefined): PlacedPart | undefined;
  /**
   * Makes the part again in place of the old one; `undefined`: there is no room. Throws
   * PartNotLoaded in a thread that makes no parts.
   */
  remake(part: MadePart): PlacedPart | undefined;
  /** The address at which kernels find the live bits. Absent: kernels have no copy. */
  addressOfLive?(bits: LiveBits): number;
  /** Frees the parts that are in memory of the segment's own. */
  letGo(): void;
}

/** Reads a part and verifies its checksum. */
export function readPart(
  source: { readonly directory: Directory; readonly file: string },
  { offset, checksum, name }: PartExtent,
  target: Uint8Array,
): void {
  const { directory, file } = source;
  directory.readInto(file, offset, target);
  if (crc32(target) === checksum) return;
  directory.readAnew?.(file, offset, target);
  if (crc32(target) === checksum) return;
  throw corruptIndex(`checksum of [${name}] failed (hardware problem?)`, source.file);
}

/** Stamps of own parts are below 0, so that none equals a stamp of the space. */
let ownStamps = 0;

/**
 * Puts each part into memory of its own, for a reader that uses a segment once or must not fail for
 * lack of room.
 */
export class OwnPlaces implements PartPlaces {
  readonly memory = undefined;
  readonly #read: (part: number) => Uint8Array;
  readonly #placed = new Map<number, PlacedPart>();
  readonly #made = new Map<number, PlacedPart>();

  /** `read` returns the bytes of a part. */
  constructor(read: (part: number) => Uint8Array) {
    this.#read = read;
  }

  static ofFile(
    source: { readonly directory: Directory; readonly file: string },
    parts: readonly PartExtent[],
  ): OwnPlaces {
    return new OwnPlaces((part) => {
      const bytes = new Uint8Array(parts[part].length);
      readPart(source, parts[part], bytes);
      return bytes;
    });
  }

  place(part: number): PlacedPart {
    const known = this.#placed.get(part);
    if (known !== undefined) return known;
    const { buffer, byteOffset } = this.#read(part);
    const placed = { buffer, start: byteOffset, stamp: --ownStamps };
    this.#placed.set(part, placed);
    return placed;
  }

  placeMade(part: MadePart): PlacedPart {
    return this.madeIfHere(part.number) ?? this.remake(part);
  }

  madeIfHere(number: number): PlacedPart | undefined {
    return this.#made.get(number);
  }

  remake({ number, plan }: MadePart): PlacedPart {
    const { lengthBytes, fill } = plan();
    const bytes = new Uint8Array(lengthBytes);
    fill(bytes);
    const placed = { buffer: bytes.buffer, start: 0, stamp: --ownStamps };
    this.#made.set(number, placed);
    return placed;
  }

  letGo(): void {
    this.#placed.clear();
    this.#made.clear();
  }
}

export interface SpacePlacesOptions {
  readonly space: SegmentSpace;
  readonly residence: SegmentResidence;
  readonly parts: readonly PartExtent[];
  readonly source: { readonly directory: Directory; readonly file: string };
}

/** Parts in the space of the thread. */
export class SpacePlaces implements PartPlaces {
  readonly memory: WebAssembly.Memory;
  readonly #space: SegmentSpace;
  readonly #arena: number;
  readonly #file: string;
  readonly #parts: readonly Residence[];
  readonly #words: Int32Array;

  constructor({ space, residence, parts, source }: SpacePlacesOptions) {
    this.#space = space;
    this.#arena = residence.arena;
    this.#words = residence.words;
    this.#file = source.file;
    this.memory = space.memory(residence.arena);
    this.#parts = parts.map((extent, part) => ({
      words: residence.words,
      at: 2 * part,
      arena: residence.arena,
      lengthBytes: extent.length,
      name: () => `${source.file} ${extent.name}`,
      load: (target: Uint8Array) => readPart(source, extent, target),
    }));
  }

  place(part: number, known: PlacedPart | undefined): PlacedPart {
    return this.#at(this.#space.hold(this.#parts[part]), known);
  }

  placeMade({ number, label, plan }: MadePart, known: PlacedPart | undefined): PlacedPart {
    const here = this.madeIfHere(number, known);
    if (here !== undefined) return here;
    const space = this.#space;
    if (!space.loads) throw new PartNotLoaded(label);
    const { lengthBytes, fill: load } = plan();
    return this.#at(space.hold({ ...this.#made(number, label), lengthBytes, load }), known);
  }

  madeIfHere(number: number, known: PlacedPart | undefined): PlacedPart | undefined {
    const held = this.#space.holdLoaded(this.#made(number, ''));
    return held === NONE ? undefined : this.#at(held, known);
  }

  remake({ number, label, plan }: MadePart): PlacedPart | undefined {
    const space = this.#space;
    if (!space.loads) throw new PartNotLoaded(label);
    const part = this.#made(number, label);
    const { lengthBytes, fill: load } = plan();
    space.forget(part);
    const record = space.holdIfRoom({ ...part, lengthBytes, load });
    return record === NONE ? undefined : this.#at(record, undefined);
  }

  #made(number: number, label: string): Residence {
    return {
      words: this.#words,
      at: madePartAt(this.#parts.length, number),
      arena: this.#arena,
      lengthBytes: 0,
      isMade: true,
      name: () => label,
      load: () => undefined,
    };
  }

  /**
   * Returns `undefined` if the part is not in memory and either `brings` is false or there is no
   * room.
   */
  placeIfRoom(
    part: number,
    known: PlacedPart | undefined,
    brings: boolean,
  ): PlacedPart | undefined {
    const residence = this.#parts[part];
    const space = this.#space;
    const record = brings ? space.holdIfRoom(residence) : space.holdLoaded(residence);
    return record === NONE ? undefined : this.#at(record, known);
  }

  addressOfLive(bits: LiveBits): number {
    const words = wordsOfLive(bits);
    const record = this.#space.hold({
      words: residenceOfLive(bits),
      at: 0,
      arena: this.#arena,
      lengthBytes: words.byteLength,
      name: () => `${this.#file} live documents`,
      load: (target) =>
        target.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength)),
    });
    return this.#space.startOf(record);
  }

  /**
   * Does nothing: the thread releases all parts of all segments together when its piece of work is
   * done.
   */
  letGo(): void {}

  #at(record: number, known: PlacedPart | undefined): PlacedPart {
    const stamp = this.#space.stampOf(record);
    if (known?.stamp === stamp) return known;
    return { buffer: this.memory.buffer, start: this.#space.startOf(record), stamp };
  }
}

/**
 * Places for writing and merging, which must not fail for lack of room. A part in the space is read
 * there. Any other part is read into memory of its own, which is freed by `letGo`. If `brings`, a
 * missing part is loaded into the space when there is room.
 */
export class PatientPlaces implements PartPlaces {
  readonly memory = undefined;
  readonly #inSpace: SpacePlaces;
  readonly #beside: OwnPlaces;
  readonly #brings: boolean;

  constructor(options: SpacePlacesOptions, brings: boolean) {
    this.#inSpace = new SpacePlaces(options);
    this.#beside = OwnPlaces.ofFile(options.source, options.parts);
    this.#brings = brings;
  }

  place(part: number, known: PlacedPart | undefined): PlacedPart {
    return this.#inSpace.placeIfRoom(part, known, this.#brings) ?? this.#beside.place(part);
  }

  placeMade(part: MadePart): PlacedPart {
    return this.#beside.placeMade(part);
  }

  madeIfHere(number: number): PlacedPart | undefined {
    return this.#beside.madeIfHere(number);
  }

  remake(part: MadePart): PlacedPart {
    return this.#beside.remake(part);
  }

  letGo(): void {
    this.#beside.letGo();
  }
}
