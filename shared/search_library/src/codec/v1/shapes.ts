/**
 * The shapes of a field as triangles in a packed tree: triangles in the order of a Hilbert curve
 * through the centres of their boxes, boxes around groups of 16, boxes around those, and so on.
 * Coordinates are the integers of the surface (`surface.ts`).
 */

import type { Box } from '../../geo_shape/component.js';
import { emptyTriangle, setBox, type Triangle } from '../../geo_shape/plane.js';
import type { Surface } from '../../geo_shape/surface.js';
import type { ShapeColumn } from '../../index/segment_reader.js';
import { corruptIndex } from '../corrupt_index.js';
import { GrowableU32 } from '../growable.js';
import { bytesOf, type OpenPart, PART, type PartData, wordsOf } from './segment_file.js';

/** Triangles per leaf, and boxes per box. */
const GROUP = 16;
/** Words of a triangle: longitude and latitude of each corner. */
const CORNER_WORDS = 6;
/** Words of a box: least and greatest longitude, least and greatest latitude. */
const BOX_WORDS = 4;

/** The collected triangles of a field, as plain data. */
export interface FrozenShapes {
  readonly docs: Uint32Array<ArrayBuffer>;
  readonly flags: Uint32Array<ArrayBuffer>;
  readonly corners: Uint32Array<ArrayBuffer>;
}

/** Collects a field's triangles in document order. */
export class ShapesBuilder {
  readonly #docs: GrowableU32;
  readonly #flags: GrowableU32;
  /** Two's complement in unsigned words. */
  readonly #corners: GrowableU32;
  readonly #surface: Surface;

  /** `frozen`: the triangles of another builder, whose memory this one takes over. */
  constructor(surface: Surface, frozen?: FrozenShapes) {
    this.#surface = surface;
    this.#docs = GrowableU32.of(frozen?.docs);
    this.#flags = GrowableU32.of(frozen?.flags);
    this.#corners = GrowableU32.of(frozen?.corners);
  }

  /** The triangles as plain data. The builder cannot be used afterwards. */
  freeze(): FrozenShapes {
    const [docs, flags, corners] = [this.#docs, this.#flags, this.#corners];
    return { docs: docs.view(), flags: flags.view(), corners: corners.view() };
  }

  get capacityBytes(): number {
    return this.#docs.capacityBytes * 2 + this.#corners.capacityBytes;
  }

  /** Adds a triangle with the corners `[ax, ay, bx, by, cx, cy]`. */
  add(doc: number, corners: readonly number[], flags: number): void {
    this.#docs.push(doc);
    this.#flags.push(flags);
    const surface = this.#surface;
    for (let i = 0; i < CORNER_WORDS; i += 2) {
      this.#corners.push(surface.encodeX(corners[i]));
      this.#corners.push(surface.encodeY(corners[i + 1]));
    }
  }

  /** Adds a triangle as another segment stores it. */
  addEncoded(doc: number, corners: Int32Array, flags: number): void {
    this.#docs.push(doc);
    this.#flags.push(flags);
    for (let i = 0; i < CORNER_WORDS; i++) this.#corners.push(corners[i]);
  }

  finish(maxDoc: number): PartData {
    const count = this.#docs.length;
    const corners = new Int32Array(this.#corners.array.buffer, 0, count * CORNER_WORDS);
    const order = hilbertOrder(corners, count);
    const sorted = new Int32Array(count * CORNER_WORDS);
    const docs = new Uint32Array(count);
    const flags = new Uint8Array(count);
    const triangleCounts = new Uint32Array(maxDoc);
    order.forEach((from, to) => {
      for (let i = 0; i < CORNER_WORDS; i++) {
        sorted[to * CORNER_WORDS + i] = corners[from * CORNER_WORDS + i];
      }
      docs[to] = this.#docs.array[from];
      flags[to] = this.#flags.array[from];
      triangleCounts[docs[to]]++;
    });
    for (const list of [this.#docs, this.#flags, this.#corners]) list.release();
    const boxes = boxesOver(sorted, count);
    return {
      code: PART.shapes,
      meta: [count],
      sections: [sorted, docs, flags, triangleCounts, boxes],
    };
  }
}

function boxOfTriangle(corners: Int32Array, triangle: number, box: Int32Array): void {
  const at = triangle * CORNER_WORDS;
  box[0] = Math.min(corners[at], corners[at + 2], corners[at + 4]);
  box[1] = Math.max(corners[at], corners[at + 2], corners[at + 4]);
  box[2] = Math.min(corners[at + 1], corners[at + 3], corners[at + 5]);
  box[3] = Math.max(corners[at + 1], corners[at + 3], corners[at + 5]);
}

function hilbertOrder(corners: Int32Array, count: number): Uint32Array {
  const keys = new Float64Array(count);
  const box = new Int32Array(BOX_WORDS);
  for (let i = 0; i < count; i++) {
    boxOfTriangle(corners, i, box);
    keys[i] = hilbertKey(middleOf(box[0], box[1]), middleOf(box[2], box[3]));
  }
  return new Uint32Array(count).map((_, i) => i).sort((a, b) => keys[a] - keys[b] || a - b);
}

/** The middle of two coordinates, in 16 bits from 0. */
function middleOf(low: number, high: number): number {
  return Math.floor(((low + high) / 2 + 2 ** 31) / 2 ** 16);
}

/** Position of a cell of the 2^16 × 2^16 grid on a Hilbert curve. */
function hilbertKey(x: number, y: number): number {
  let key = 0;
  let cx = x;
  let cy = y;
  for (let side = 2 ** 15; side >= 1; side /= 2) {
    const right = (cx & side) > 0 ? 1 : 0;
    const upper = (cy & side) > 0 ? 1 : 0;
    key += side * side * ((3 * right) ^ upper);
    if (upper === 0) {
      if (right === 1) {
        cx = 65_535 - cx;
        cy = 65_535 - cy;
      }
      [cx, cy] = [cy, cx];
    }
  }
  return key;
}

/** All levels of boxes, the lowest first, up to the level of a single box. */
function boxesOver(corners: Int32Array, count: number): Int32Array {
  const levels = levelSizes(count);
  const boxes = new Int32Array(levels.reduce((sum, size) => sum + size, 0) * BOX_WORDS);
  const box = new Int32Array(BOX_WORDS);
  let at = 0;
  let below = -1;
  let belowSize = count;
  for (const size of levels) {
    for (let i = 0; i < size; i++) {
      const from = i * GROUP;
      const to = Math.min(from + GROUP, belowSize);
      const target = boxes.subarray((at + i) * BOX_WORDS, (at + i + 1) * BOX_WORDS);
      for (let child = from; child < to; child++) {
        if (below < 0) boxOfTriangle(corners, child, box);
        else box.set(boxes.subarray((below + child) * BOX_WORDS, (below + child + 1) * BOX_WORDS));
        widen(target, box, child === from);
      }
    }
    below = at;
    belowSize = size;
    at += size;
  }
  return boxes;
}

function widen(target: Int32Array, box: Int32Array, isFirst: boolean): void {
  if (isFirst) {
    target.set(box);
    return;
  }
  target[0] = Math.min(target[0], box[0]);
  target[1] = Math.max(target[1], box[1]);
  target[2] = Math.min(target[2], box[2]);
  target[3] = Math.max(target[3], box[3]);
}

function levelSizes(count: number): number[] {
  const sizes: number[] = [];
  for (let size = count; size > 1 || sizes.length === 0; ) {
    size = Math.ceil(size / GROUP);
    sizes.push(size);
    if (size <= 1) break;
  }
  return sizes;
}

export class ShapeColumnReader implements ShapeColumn {
  readonly count: number;
  readonly triangleCounts: Uint32Array;
  readonly docs: Uint32Array;
  readonly flags: Uint8Array;
  readonly corners: Int32Array;
  readonly #boxes: Int32Array;
  /** The first box of each level, the lowest level first, then the end of the last level. */
  readonly #levels: readonly number[];

  readonly #surface: Surface;

  constructor(part: OpenPart, surface: Surface) {
    this.#surface = surface;
    [this.count] = part.meta;
    const ints = (section: number) => {
      const { offset, length } = part.sections[section];
      return new Int32Array(part.buffer, offset, length >>> 2);
    };
    this.corners = ints(0);
    this.docs = wordsOf(part, 1);
    this.flags = bytesOf(part, 2);
    this.triangleCounts = wordsOf(part, 3);
    this.#boxes = ints(4);
    if (this.docs.length !== this.count) {
      throw corruptIndex('triangles are not as many as their documents', part.name);
    }
    const starts = [0];
    for (const size of levelSizes(this.count)) starts.push(starts[starts.length - 1] + size);
    this.#levels = starts;
  }

  has(doc: number): boolean {
    return this.triangleCounts[doc] > 0;
  }

  visit(box: Box, visit: (doc: number, triangle: Triangle) => void): void {
    const { bounds } = this.#surface;
    if (box.minX > bounds.maxX || box.maxX < bounds.minX) return;
    const west = this.#surface.encodeX(Math.max(bounds.minX, box.minX));
    const east = this.#surface.encodeX(Math.min(bounds.maxX, box.maxX));
    const south = this.#surface.encodeY(Math.max(bounds.minY, box.minY));
    const north = this.#surface.encodeY(Math.min(bounds.maxY, box.maxY));
    const encoded = Int32Array.of(west, east, south, north);
    this.#visitBox({ level: this.#levels.length - 2, place: 0 }, encoded, (triangle) => {
      this.triangle(triangle, this.#visited);
      visit(this.docs[triangle], this.#visited);
    });
  }

  #visitBox(
    { level, place }: { readonly level: number; readonly place: number },
    box: Int32Array,
    visit: (triangle: number) => void,
  ): void {
    const at = (this.#levels[level] + place) * BOX_WORDS;
    const boxes = this.#boxes;
    if (boxes[at] > box[1] || boxes[at + 1] < box[0]) return;
    if (boxes[at + 2] > box[3] || boxes[at + 3] < box[2]) return;
    const below = level === 0 ? this.count : this.#levels[level] - this.#levels[level - 1];
    const to = Math.min((place + 1) * GROUP, below);
    for (let child = place * GROUP; child < to; child++) {
      if (level > 0) this.#visitBox({ level: level - 1, place: child }, box, visit);
      else visit(child);
    }
  }

  /** Reused in all calls of `visit`. */
  readonly #visited = emptyTriangle();

  triangle(place: number, into: Triangle): void {
    const at = place * CORNER_WORDS;
    const { corners } = this;
    const surface = this.#surface;
    into.ax = surface.decodeX(corners[at]);
    into.ay = surface.decodeY(corners[at + 1]);
    into.bx = surface.decodeX(corners[at + 2]);
    into.by = surface.decodeY(corners[at + 3]);
    into.cx = surface.decodeX(corners[at + 4]);
    into.cy = surface.decodeY(corners[at + 5]);
    into.flags = this.flags[place];
    setBox(into);
  }
}
