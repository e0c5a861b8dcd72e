/** The triangles of one document after another, from a column that orders them by place. */
import type { ShapeColumn } from '../index/segment_reader.js';
import { requestWords } from '../memory/request_arrays.js';
import type { GeoGeometry } from './geometry.js';
import { emptyTriangle, setBox, type Triangle } from './plane.js';
import { GLOBE } from './surface.js';
import { triangulate } from './triangulate.js';

/** The triangles of a document. The triangles themselves are reused for the next document. */
export class TriangleList {
  /** The first `count` triangles are those of the document, in any order. */
  readonly triangles: Triangle[] = [];
  count = 0;

  clear(): void {
    this.count = 0;
  }

  /** Adds a triangle, whose old values are left. */
  add(): Triangle {
    const known = this.triangles[this.count++];
    if (known !== undefined) return known;
    const triangle = emptyTriangle();
    this.triangles.push(triangle);
    return triangle;
  }
}

export class DocumentTriangles {
  readonly #column: ShapeColumn;
  /** Where the triangles of a document begin in `#places`; one more than there are documents. */
  readonly #starts: Uint32Array;
  /** The places of triangles in the column, by document. */
  readonly #places: Uint32Array;

  /** The lists of places live as long as the search. */
  constructor(column: ShapeColumn) {
    const { docs, count, triangleCounts } = column;
    const starts = requestWords(triangleCounts.length + 1);
    const places = requestWords(count);
    for (let doc = 0; doc < triangleCounts.length; doc++) {
      starts[doc + 1] = starts[doc] + triangleCounts[doc];
    }
    const next = requestWords(triangleCounts.length);
    next.set(starts.subarray(0, next.length));
    for (let place = 0; place < count; place++) places[next[docs[place]]++] = place;
    this.#column = column;
    this.#starts = starts;
    this.#places = places;
  }

  /** Replaces the triangles of `into` by those of the document, which may have none. */
  read(doc: number, into: TriangleList): void {
    into.clear();
    const to = this.#starts[doc + 1];
    for (let i = this.#starts[doc]; i < to; i++) {
      this.#column.triangle(this.#places[i], into.add());
    }
  }
}

/** The triangles as which an index stores a shape on the globe. */
export function storedTriangles(geometry: GeoGeometry): TriangleList {
  const list = new TriangleList();
  triangulate(geometry, (corners, flags) => {
    const t = list.add();
    [t.ax = 0, t.ay = 0, t.bx = 0, t.by = 0, t.cx = 0, t.cy = 0] = corners.map((value, i) =>
      i % 2 === 0 ? GLOBE.decodeX(GLOBE.encodeX(value)) : GLOBE.decodeY(GLOBE.encodeY(value)),
    );
    t.flags = flags;
    setBox(t);
  });
  return list;
}
