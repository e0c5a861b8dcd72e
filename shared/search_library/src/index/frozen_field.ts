/**
 * The data that one field has collected in the index buffer, and the parts of a segment that
 * are made from it.
 */
import {
  CompletionsBuilder,
  type FrozenCompletions,
} from '../codec/v1/completions/completions_builder.js';
import { type FrozenPoints, GeoColumnBuilder } from '../codec/v1/geo_column.js';
import { type FrozenNumbers, NumberColumnBuilder } from '../codec/v1/number_column.js';
import type { FieldData, PartData } from '../codec/v1/segment_file.js';
import { type FrozenShapes, ShapesBuilder } from '../codec/v1/shapes.js';
import { type FrozenVectors, VectorsBuilder } from '../codec/v1/vectors.js';
import type { FieldSpec } from '../document/field_spec.js';
import { surfaceOf } from '../geo_shape/surface.js';
import type { Kernels } from '../search/kernels/kernels.js';
import { type InvertedLog, invertedParts } from './write_inverted.js';

/** Most fields have one or two of these. */
export interface FrozenField {
  readonly spec: FieldSpec;
  readonly inverted: InvertedLog | undefined;
  readonly numbers: FrozenNumbers | undefined;
  readonly geo: FrozenPoints | undefined;
  readonly vectors: FrozenVectors | undefined;
  readonly shapes: FrozenShapes | undefined;
  readonly completions: FrozenCompletions | undefined;
}

/** Makes the field's parts of a segment, and frees its memory. */
export function fieldParts(field: FrozenField, docCount: number, kernels: Kernels): FieldData {
  const { spec, inverted, numbers, geo, vectors, shapes, completions } = field;
  const parts: PartData[] = [];
  if (inverted !== undefined) parts.push(...invertedParts(inverted, docCount));
  if (numbers !== undefined) {
    const options = { integral: spec.column === 'long', points: spec.points };
    parts.push(...new NumberColumnBuilder(numbers).finish(docCount, options));
  }
  if (geo !== undefined) parts.push(new GeoColumnBuilder(geo).finish(docCount));
  if (shapes !== undefined) {
    parts.push(new ShapesBuilder(surfaceOf(spec.column), shapes).finish(docCount));
  }
  if (completions !== undefined) parts.push(new CompletionsBuilder(completions).finish());
  if (vectors !== undefined && spec.vector !== undefined) {
    const building = { kernels, checkpoint: () => undefined };
    parts.push(...new VectorsBuilder(spec.vector, vectors).finish(docCount, spec.name, building));
  }
  return { spec, parts };
}
