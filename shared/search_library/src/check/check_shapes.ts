/** The triangles of shapes lie on the map, and the tree has all of them. */
import type { Segment } from '../codec/v1/segment.js';
import type { Report } from './report.js';

export function checkShapes(segment: Segment, field: string, report: Report): void {
  const column = segment.shapes(field);
  if (column === undefined) return;
  const counts = new Uint32Array(segment.maxDoc);
  column.visit({ minX: -180, maxX: 180, minY: -90, maxY: 90 }, (doc, triangle) => {
    if (doc < counts.length) counts[doc]++;
    else report(`a triangle has document [${doc}] of [${segment.maxDoc}]`);
    if (Math.abs(triangle.ay) > 90 || Math.abs(triangle.ax) > 180) {
      report(`a triangle of document [${doc}] is not on the map`);
    }
  });
  if (counts.some((count, doc) => count !== column.triangleCounts[doc])) {
    report('the tree of triangles has lost some');
  }
}
