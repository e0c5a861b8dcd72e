/**
 * Geo columns: latitude and longitude as signed 32-bit fractions of their range, quantised like
 * Lucene's GeoEncodingUtils (rounded down; the upper ends one step lower). The decoded value is the
 * lower corner of the cell, which OpenSearch returns as well. Values of a document are ordered by
 * latitude, then longitude.
 */
import type { GeoColumn, GeoPlaces } from '../../index/segment_reader.js';
import { GrowableU32 } from '../growable.js';
import { DocList } from './doc_list.js';
import { openTree, orderPoints, packTree } from './geo_tree.js';
import { bytesOf, type OpenPart, PART, type PartData } from './segment_file.js';
import {
  forEachDoc,
  hasDuplicates,
  layOutValues,
  openValueIndex,
  type ValueIndex,
} from './value_index.js';

export const LAT_STEP = 180 / 2 ** 32;
export const LON_STEP = 360 / 2 ** 32;
const MAX_INT = 0x7fffffff;

export function encodeLatitude(lat: number): number {
  return Math.min(MAX_INT, Math.floor(lat / LAT_STEP)) | 0;
}

export function encodeLongitude(lon: number): number {
  return Math.min(MAX_INT, Math.floor(lon / LON_STEP)) | 0;
}

/** The collected points of a field, as plain data. */
export interface FrozenPoints {
  readonly docs: Uint32Array<ArrayBuffer>;
  readonly lats: Uint32Array<ArrayBuffer>;
  readonly lons: Uint32Array<ArrayBuffer>;
}

/** Collects a field's points in document order. */
export class GeoColumnBuilder {
  readonly #docs: GrowableU32;
  /** Two's complement in unsigned words. */
  readonly #lats: GrowableU32;
  readonly #lons: GrowableU32;

  /** Continues with the points of another builder, whose memory it takes over. */
  constructor(frozen?: FrozenPoints) {
    this.#docs = GrowableU32.of(frozen?.docs);
    this.#lats = GrowableU32.of(frozen?.lats);
    this.#lons = GrowableU32.of(frozen?.lons);
  }

  /** The points as plain data. The builder cannot be used afterwards. */
  freeze(): FrozenPoints {
    return { docs: this.#docs.view(), lats: this.#lats.view(), lons: this.#lons.view() };
  }

  get capacityBytes(): number {
    return 3 * this.#docs.capacityBytes;
  }

  add(doc: number, lat: number, lon: number): void {
    this.#docs.push(doc);
    this.#lats.push(encodeLatitude(lat));
    this.#lons.push(encodeLongitude(lon));
  }

  finish(maxDoc: number): PartData {
    this.#sortWithinDocs();
    const docs = this.#docs.view();
    const layout = layOutValues(docs, maxDoc);
    const lats = this.#spread(this.#lats, layout.single, maxDoc);
    const lons = this.#spread(this.#lons, layout.single, maxDoc);
    const values = layout.single ? docs.slice() : Uint32Array.from(docs, (_doc, i) => i);
    const tree = packTree(orderPoints({ values, lats, lons }), { lats, lons });
    for (const list of [this.#docs, this.#lats, this.#lons]) list.release();
    return {
      code: PART.geo,
      meta: [tree.count, tree.width],
      sections: [...layout.sections, lats, lons, tree.order, tree.leaves],
    };
  }

  #spread(values: GrowableU32, single: boolean, maxDoc: number): Int32Array {
    if (!single) return new Int32Array(values.view());
    const target = new Int32Array(maxDoc);
    for (let i = 0; i < values.length; i++) target[this.#docs.array[i]] = values.array[i];
    return target;
  }

  #sortWithinDocs(): void {
    if (!hasDuplicates(this.#docs.view())) return;
    forEachDoc(this.#docs, (_doc, from, to) => {
      if (to - from === 1) return;
      const points: [number, number][] = [];
      for (let i = from; i < to; i++)
        points.push([this.#lats.array[i] | 0, this.#lons.array[i] | 0]);
      points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      points.forEach(([lat, lon], i) => {
        this.#lats.array[from + i] = lat;
        this.#lons.array[from + i] = lon;
      });
    });
  }
}

export class GeoColumnReader implements GeoColumn {
  readonly places: GeoPlaces;
  readonly #index: ValueIndex;
  readonly #lats: Int32Array;
  readonly #lons: Int32Array;

  constructor(part: OpenPart) {
    this.#index = openValueIndex(part, 0);
    this.#lats = integersOf(part, 2);
    this.#lons = integersOf(part, 3);
    const [count, width] = part.meta;
    const order = new DocList(bytesOf(part, 4), width);
    this.places = {
      lats: this.#lats,
      lons: this.#lons,
      latStep: LAT_STEP,
      lonStep: LON_STEP,
      single: this.#index.single,
      presence: this.#index.single ? this.#index.presence : null,
      tree: openTree(order, count, integersOf(part, 5)),
      docOf: (value) => this.#index.docOf(value),
    };
  }

  has(doc: number): boolean {
    return this.#index.has(doc);
  }

  valueCount(doc: number): number {
    return this.#index.count(doc);
  }

  lat(doc: number, i: number): number {
    return this.#lats[this.#index.first(doc) + i] * LAT_STEP;
  }

  lon(doc: number, i: number): number {
    return this.#lons[this.#index.first(doc) + i] * LON_STEP;
  }
}

function integersOf(part: OpenPart, section: number): Int32Array {
  const { offset, length } = part.sections[section];
  return new Int32Array(part.buffer, offset, length >>> 2);
}
