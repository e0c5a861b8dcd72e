/** Shapes as terms, for aggregations that count distinct values. */
import { HASH, hashBytes } from '@skein/bytes';
import type { TriangleList } from '@skein/search_library';
import { openShapes } from './shape_source.js';
import type { ShapeValues } from './shape_values.js';
import { type ReadTerms, type TermSource, TermTable, termsOfTable } from './term_source.js';

export function shapeTerms(values: Pick<ShapeValues, 'field' | 'missing'>): TermSource {
  const table = new TermTable();
  return {
    segment(reader): ReadTerms {
      const read = openShapes(values, reader);
      return ({ docs, count }, into) => {
        const rows = into.ownRows(count);
        into.count = 0;
        for (let i = 0; i < count; i++) {
          const shape = read(docs[i]);
          if (shape === undefined) continue;
          rows[into.count] = i;
          into.ids[into.count++] = table.idOf(textOf(shape));
        }
        into.isSingle = true;
      };
    },
    ...termsOfTable(table),
    everyTerm: () => undefined,
  };
}

const corners = new Float64Array(7);
const bytes = new Uint8Array(corners.buffer);

/** The number of triangles and the sums of their hashes, which no order of triangles changes. */
function textOf({ triangles, count }: TriangleList): string {
  let high = 0;
  let low = 0;
  for (let i = 0; i < count; i++) {
    const { ax, ay, bx, by, cx, cy, flags } = triangles[i];
    corners.set([ax, ay, bx, by, cx, cy, flags]);
    hashBytes(bytes, bytes.length);
    high = (high + HASH[0]) >>> 0;
    low = (low + HASH[1]) >>> 0;
  }
  return `${count},${high},${low}`;
}
