/**
 * `geo_bounds`: the smallest box around all points and shapes, which crosses the date line if that
 * makes it narrower and `wrap_longitude` allows it.
 */

import { double, type JsonObject } from '@skein/content';
import { booleanOf, into } from '@skein/reading';
import type { AggregationNode } from '../aggregation_node.js';
import type { AggregationShard } from '../aggregation_shard.js';
import { aggregationType } from '../aggregation_type.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { takeObjects } from '../collect/growable.js';
import { asSampled } from '../collect/scaled.js';
import { DROPPED } from '../reduction.js';
import { type GeoSource, geoSource } from '../values/geo_source.js';
import { resolveValues } from '../values/resolve_values.js';
import { shapeCorners } from '../values/shape_source.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';

interface BoundsOptions extends ValuesOptions {
  readonly wrapsLongitude: boolean;
}

/**
 * Six numbers for each owner: north, south, then west and east of the points west of Greenwich,
 * then west and east of the others.
 */
const WIDTH = 6;
const EMPTY = [-Infinity, Infinity, Infinity, -Infinity, Infinity, -Infinity] as const;

interface BoundsPart {
  readonly extremes: Float64Array;
}

function emptied(owners: number): Float64Array<ArrayBuffer> {
  const extremes = new Float64Array(owners * WIDTH);
  for (let i = 0; i < extremes.length; i++) extremes[i] = EMPTY[i % WIDTH];
  return extremes;
}

function extend(extremes: Float64Array, at: number, lat: number, lon: number): void {
  if (lat > extremes[at]) extremes[at] = lat;
  if (lat < extremes[at + 1]) extremes[at + 1] = lat;
  const side = lon < 0 ? at + 2 : at + 4;
  if (lon < extremes[side]) extremes[side] = lon;
  if (lon > extremes[side + 1]) extremes[side + 1] = lon;
}

/** Points, or the corners of the boxes around shapes; undefined if the field is not mapped. */
function cornersOf(options: ValuesOptions, shard: AggregationShard): GeoSource | undefined {
  const accepts = { type: 'geo_bounds', kinds: ['geo', 'shape'], standard: 'geo' } as const;
  const values = resolveValues(options, shard, accepts);
  if (values.kind === 'shape') return shapeCorners(values);
  return values.kind === 'geo' ? geoSource(values) : undefined;
}

class BoundsCollector implements Collector<BoundsPart> {
  readonly #source: GeoSource | undefined;
  #read: ReturnType<GeoSource['segment']> | undefined;
  #extremes = emptied(0);

  constructor({ options }: AggregationNode<BoundsOptions>, { shard }: CollectScope) {
    this.#source = cornersOf(options, shard);
  }

  segment(reader: Parameters<Collector['segment']>[0]): void {
    this.#read = this.#source?.segment(reader);
  }

  collect(block: DocBlock): void {
    const found = this.#read?.(block);
    if (found === undefined) return;
    const { rows, lats, lons, count } = found;
    for (let i = 0; i < count; i++) {
      const at = block.owners[rows[i]] * WIDTH;
      if (at >= this.#extremes.length) this.#grow(at / WIDTH + 1);
      extend(this.#extremes, at, lats[i], lons[i]);
    }
  }

  #grow(owners: number): void {
    const longer = emptied(Math.max(16, owners * 2));
    takeObjects(longer.length, 8);
    longer.set(this.#extremes);
    this.#extremes = longer;
  }

  build(owners: Uint32Array): BoundsPart {
    const extremes = emptied(owners.length);
    owners.forEach((owner, i) => {
      const from = this.#extremes.subarray(owner * WIDTH, (owner + 1) * WIDTH);
      extremes.set(from, i * WIDTH);
    });
    return { extremes };
  }
}

interface Bounds {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** `undefined` for an owner without points. */
function boundsOf({ extremes }: BoundsPart, owner: number, wraps: boolean): Bounds | undefined {
  const [north = 0, south = 0, negLeft = 0, negRight = 0, posLeft = 0, posRight = 0] =
    extremes.subarray(owner * WIDTH, (owner + 1) * WIDTH);
  if (!Number.isFinite(north)) return undefined;
  let [west, east] = [Math.min(negLeft, posLeft), Math.max(negRight, posRight)];
  const hasBoth = Number.isFinite(negLeft) && Number.isFinite(posLeft);
  if (wraps && hasBoth && negRight + 360 - posLeft < posRight - negLeft)
    [west, east] = [posLeft, negRight];
  return { top: north, left: west, bottom: south, right: east };
}

function boxJson(bounds: Bounds | undefined): JsonObject {
  if (bounds === undefined) return {};
  const { top, left, bottom, right } = bounds;
  return {
    bounds: {
      top_left: { lat: double(top), lon: double(left) },
      bottom_right: { lat: double(bottom), lon: double(right) },
    },
  };
}

/** The sides by their names in the paths of orders and pipelines. */
const SIDES: ReadonlyMap<string, (bounds: Bounds) => number> = new Map([
  ['top', ({ top }: Bounds) => top],
  ['left', ({ left }: Bounds) => left],
  ['bottom', ({ bottom }: Bounds) => bottom],
  ['right', ({ right }: Bounds) => right],
]);

export const geoBounds = aggregationType<BoundsOptions, BoundsPart>({
  name: 'geo_bounds',
  takesValues: ['geo_shape', 'geopoint'],
  takes: 'none',
  parse(json, context) {
    const draft = { wrapsLongitude: true };
    const own = { wrap_longitude: into(draft, 'wrapsLongitude', 'boolean', booleanOf) };
    return { ...readValues(json, context, { own, scripts: false, formats: false }), ...draft };
  },
  collector: (node, scope) => new BoundsCollector(node, scope),
  scaled: asSampled,
  isOrderable: false,
  reduce(_node, inputs, { owners }) {
    const extremes = emptied(owners);
    for (const { part, map } of inputs) {
      for (let i = 0; i < map.length; i++) {
        const to = map[i];
        if (to === DROPPED) continue;
        for (let k = 0; k < WIDTH; k++) {
          const value = part.extremes[i * WIDTH + k];
          const at = to * WIDTH + k;
          const isGreatest = EMPTY[k] === Number.NEGATIVE_INFINITY;
          const known = extremes[at];
          extremes[at] = isGreatest ? Math.max(known, value) : Math.min(known, value);
        }
      }
    }
    return { extremes };
  },
  render: ({ options }, { part, owner }) => boxJson(boundsOf(part, owner, options.wrapsLongitude)),
  value({ options }, { part, owner }, property) {
    const sideOf = SIDES.get(property);
    if (sideOf === undefined) return undefined;
    const bounds = boundsOf(part, owner, options.wrapsLongitude);
    return bounds === undefined ? Number.NaN : sideOf(bounds);
  },
});
