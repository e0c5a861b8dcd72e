/**
 * The filter of a sort by distance from one point, nearest first. Documents outside a box around
 * the worst hit's circle are farther away.
 */
import { type GeoPlaces, NO_MORE_DOCS } from '../../index/segment_reader.js';
import { circleArea } from '../geo/area.js';
import type { GeoPoint } from '../geo/distance.js';
import { keepInBoxes, type StepBox, stepBoxes } from '../geo/step_box.js';
import type { KeyFilter } from './key_filter.js';

interface GeoDistanceFilterOptions {
  /** A column with at most one place per document. */
  readonly places: GeoPlaces;
  readonly origin: GeoPoint;
  /** The distance of the hit in a slot, in metres. */
  metersOf(slot: number): number;
}

export class GeoDistanceFilter implements KeyFilter {
  private readonly options: GeoDistanceFilterOptions;
  private boxes: readonly StepBox[] | undefined;
  private meters = Number.POSITIVE_INFINITY;

  constructor(options: GeoDistanceFilterOptions) {
    this.options = options;
  }

  limit(worst: number): void {
    if (worst < 0) return;
    const meters = this.options.metersOf(worst);
    if (!(meters < this.meters)) return;
    this.meters = meters;
    const { places, origin } = this.options;
    this.boxes = stepBoxes(places, circleArea(origin, meters).boxes);
  }

  keep(docs: Uint32Array, count: number): number {
    if (this.boxes === undefined) return count;
    return keepInBoxes(this.options.places, this.boxes, docs, count);
  }

  next(doc: number): number {
    return doc;
  }

  stretchEnd(): number {
    return NO_MORE_DOCS;
  }
}
