/**
 * A function that falls from 1 with the distance from an origin, to `decay` at `scale` beyond
 * `offset`. Documents without a value have distance 0.
 */

import { doubleText } from '@skein/content';
import type { SegmentReader } from '../../index/segment_reader.js';
import { matched } from '../explain/explanation.js';
import { haversineMeters } from '../geo/distance.js';
import { type ScoreFunction, selectValue, type ValueMode } from './score_function.js';

export type DecayShape = 'gauss' | 'exp' | 'linear';

export interface Decay {
  readonly shape: DecayShape;
  readonly field: string;
  /** The number that one step of the column stands for; absent: 1. */
  readonly step?: number;
  /** A number, or a point; for a point, scale and offset are metres. */
  readonly origin: number | { readonly lat: number; readonly lon: number };
  readonly scale: number;
  readonly offset: number;
  readonly decay: number;
  /** Combines the distances of several values. */
  readonly mode: ValueMode;
}

export function decayFunction(options: Decay): ScoreFunction {
  const curve = curveOf(options);
  const { offset, mode } = options;
  return {
    explain: ({ segment, doc }, value) => {
      const words = curveText(options, distancesText(segment, doc, options));
      return matched(value, `Function for field ${options.field}:`, [matched(value, words)]);
    },
    segment(segment) {
      const values = distances(segment, options);
      return (doc) => {
        const count = values.count(doc);
        if (count === 0) return curve(0);
        const beyond = (i: number): number => Math.max(0, values.distance(doc, i) - offset);
        return curve(selectValue(mode, count, beyond));
      };
    },
  };
}

function curveOf({ shape, scale, decay }: Decay): (distance: number) => number {
  const steepness = Math.log(decay);
  switch (shape) {
    case 'gauss':
      return (distance) => Math.exp((steepness * distance * distance) / (scale * scale));
    case 'exp':
      return (distance) => Math.exp((steepness * distance) / scale);
    case 'linear': {
      const end = scale / (1 - decay);
      return (distance) => Math.max(0, (end - distance) / end);
    }
  }
}

interface Distances {
  count(doc: number): number;
  distance(doc: number, i: number): number;
}

function distances(segment: SegmentReader, { field, origin, step = 1 }: Decay): Distances {
  if (typeof origin === 'number') {
    const column = segment.numbers(field);
    return {
      count: (doc) => column?.valueCount(doc) ?? 0,
      distance: (doc, i) =>
        column === undefined ? 0 : Math.abs(column.value(doc, i) * step - origin),
    };
  }
  const column = segment.geo(field);
  return {
    count: (doc) => column?.valueCount(doc) ?? 0,
    distance: (doc, i) => {
      if (column === undefined) return 0;
      return haversineMeters(origin, { lat: column.lat(doc, i), lon: column.lon(doc, i) });
    },
  };
}

const pointText = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
  `${doubleText(lat)}, ${doubleText(lon)}`;

/** The distances of a document's values, as OpenSearch prints them. */
function distancesText(segment: SegmentReader, doc: number, options: Decay): string {
  const { field, step = 1, origin, offset, mode } = options;
  const values = distances(segment, options);
  if (typeof origin !== 'number') {
    const point = segment.geo(field);
    const each = Array.from({ length: values.count(doc) }, (_, i) => {
      const at = pointText({ lat: point?.lat(doc, i) ?? 0, lon: point?.lon(doc, i) ?? 0 });
      return `Math.max(arcDistance(${at}(=doc value),${pointText(origin)}(=origin)) - ${doubleText(offset)}(=offset), 0)`;
    });
    return `${mode.toUpperCase()} of: [${each.join(', ')}]`;
  }
  const column = segment.numbers(field);
  const each = Array.from({ length: values.count(doc) }, (_, i) => {
    const value = doubleText((column?.value(doc, i) ?? 0) * step);
    return `Math.max(Math.abs(${value}(=doc value) - ${doubleText(origin)}(=origin))) - ${doubleText(offset)}(=offset), 0)`;
  });
  return `${mode.toUpperCase()}[${each.join(', ')}]`;
}

function curveText({ shape, scale, decay }: Decay, distance: string): string {
  const steepness = Math.log(decay);
  switch (shape) {
    case 'gauss':
      return `exp(-0.5*pow(${distance},2.0)/${doubleText((-0.5 * scale * scale) / steepness)})`;
    case 'exp':
      return `exp(- ${distance} * ${doubleText(-steepness / scale)})`;
    case 'linear': {
      const end = scale / (1 - decay);
      return `max(0.0, ((${doubleText(end)} - ${distance})/${doubleText(end)})`;
    }
  }
}
