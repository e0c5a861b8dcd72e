/** Checks that the triangles of shapes lie on their surface, and that the tree has all of them. */

import type { Segment } from '../codec/v1/segment.js';
import type { FieldSpec } from '../document/field_spec.js';
import { surfaceOf } from '../geo_shape/surface.js';
import type { Report } from './report.js';

export function checkShapes(
  segment: Segment,
  { name, column: kind }: FieldSpec,
  report: Report,
): void {
  const column = segment.shapes(name);
  if (column === undefined) return;
  const counts = new Uint32Array(segment.maxDoc);
  const { bounds } = surfaceOf(kind);
  column.visit(bounds, (doc, triangle) => {
    if (doc < counts.length) counts[doc]++;
    else report(`a triangle has document [${doc}] of [${segment.maxDoc}]`);
    if (Math.abs(triangle.ay) > bounds.maxY || Math.abs(triangle.ax) > bounds.maxX) {
      report(`a triangle of document [${doc}] is beyond its surface`);
    }
  });
  if (counts.some((count, doc) => count !== column.triangleCounts[doc])) {
    report('the tree of triangles has lost some');
  }
}
