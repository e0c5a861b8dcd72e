/** Matches documents whose shapes are in a relation to a shape. Every match scores the boost. */
import { type Box, covers, intersects, within } from '../../geo_shape/component.js';
import type { GeoGeometry } from '../../geo_shape/geometry.js';
import { boxText, geometryText } from '../../geo_shape/geometry_text.js';
import { emptyTriangle, type Triangle } from '../../geo_shape/plane.js';
import { moved, type PlacedComponent, queryComponents } from '../../geo_shape/query_components.js';
import { GLOBE, type Surface } from '../../geo_shape/surface.js';
import type { SegmentReader, ShapeColumn } from '../../index/segment_reader.js';
import { type DocSet, docSetWeight } from '../doc_set_weight.js';
import { BitSetIterator, countBits, newBitSet, setBit } from '../iterators/bit_set.js';
import type { Query } from '../query.js';
import { matchNoneQuery } from './match_none.js';

/** The relation of all parts of the document's shapes to the query's shape. */
export type ShapeRelation = 'intersects' | 'disjoint' | 'within' | 'contains';

export function geoShapeQuery(
  field: string,
  relation: ShapeRelation,
  geometry: GeoGeometry,
  surface: Surface = GLOBE,
): Query {
  const components = queryComponents(geometry, surface);
  const query: Query = {
    kind: 'geo_shape',
    toString() {
      if (!surface.isRound) return `XYShapeQuery: field=${field}:${geometryText(geometry)}`;
      const box = boxText(geometry);
      if (box !== undefined) return `LatLonShapeBoundingBoxQuery: field=${field}:${box}`;
      return `LatLonShapeQuery: field=${field}:${geometryText(geometry)}`;
    },
    rewrite: () => (components.length === 0 ? matchNoneQuery('no shapes') : query),
    createWeight: (searcher, _needsScores, boost) =>
      docSetWeight(
        {
          docSet(segment) {
            searcher.checkCancelled();
            return docsRelated(segment, { field, relation, components, surface });
          },
        },
        boost,
      ),
  };
  return query;
}

interface Asked {
  readonly field: string;
  readonly relation: ShapeRelation;
  readonly components: readonly PlacedComponent[];
  readonly surface: Surface;
}

function docsRelated(segment: SegmentReader, asked: Asked): DocSet | null {
  const column = segment.shapes(asked.field);
  if (column === undefined) return null;
  const docs = relatedBits(column, segment.maxDoc, asked);
  const cost = countBits(docs);
  return cost === 0 ? null : { cost, docs: () => new BitSetIterator(docs, cost) };
}

function relatedBits(column: ShapeColumn, maxDoc: number, asked: Asked): Uint32Array {
  const { relation, components, surface } = asked;
  switch (relation) {
    case 'intersects':
      return meeting(column, maxDoc, components);
    case 'disjoint': {
      const met = meeting(column, maxDoc, components);
      const apart = newBitSet(maxDoc);
      for (let doc = 0; doc < maxDoc; doc++) if (column.has(doc)) setBit(apart, doc);
      for (let word = 0; word < apart.length; word++) apart[word] &= ~met[word];
      return apart;
    }
    case 'within':
      return covered(column, { maxDoc, components, bounds: surface.bounds });
    default:
      return containing(column, maxDoc, components);
  }
}

const scratch = emptyTriangle();

/** Calls `visit` for the triangles near a component, shifted beside it. */
function forEachNear(
  column: ShapeColumn,
  { component, shifts }: PlacedComponent,
  visit: (doc: number, triangle: Triangle) => void,
): void {
  for (const shift of shifts) {
    const box = { ...component, minX: component.minX - shift, maxX: component.maxX - shift };
    column.visit(box, (doc, triangle) => visit(doc, moved(triangle, shift, scratch)));
  }
}

function meeting(
  column: ShapeColumn,
  maxDoc: number,
  components: readonly PlacedComponent[],
): Uint32Array {
  const docs = newBitSet(maxDoc);
  for (const placed of components) {
    forEachNear(column, placed, (doc, triangle) => {
      const known = (docs[doc >>> 5] >>> (doc & 31)) & 1;
      if (known === 0 && intersects(placed.component, triangle)) setBit(docs, doc);
    });
  }
  return docs;
}

interface Covering {
  readonly maxDoc: number;
  readonly components: readonly PlacedComponent[];
  readonly bounds: Box;
}

/** Documents whose triangles all lie in some component. */
function covered(column: ShapeColumn, { maxDoc, components, bounds }: Covering): Uint32Array {
  const left = column.triangleCounts.slice();
  const docs = newBitSet(maxDoc);
  const [only] = components;
  const box = components.length === 1 && only?.shifts.length === 1 ? only.component : bounds;
  const shift = box === bounds ? 0 : (only?.shifts[0] ?? 0);
  column.visit({ ...box, minX: box.minX - shift, maxX: box.maxX - shift }, (doc, triangle) => {
    if (!isCovered(components, triangle)) return;
    left[doc]--;
    if (left[doc] === 0) setBit(docs, doc);
  });
  return docs;
}

function isCovered(components: readonly PlacedComponent[], triangle: Triangle): boolean {
  return components.some(({ component, shifts }) =>
    shifts.some((shift) => covers(component, moved(triangle, shift, scratch))),
  );
}

/** Documents whose shapes contain every component. */
function containing(
  column: ShapeColumn,
  maxDoc: number,
  components: readonly PlacedComponent[],
): Uint32Array {
  let docs: Uint32Array | undefined;
  for (const placed of components) {
    const holding = newBitSet(maxDoc);
    const left = newBitSet(maxDoc);
    forEachNear(column, placed, (doc, triangle) => {
      const relation = within(placed.component, triangle);
      if (relation === 'candidate') setBit(holding, doc);
      else if (relation === 'not_within') setBit(left, doc);
    });
    for (let word = 0; word < holding.length; word++) {
      holding[word] &= ~left[word] & (docs === undefined ? -1 : docs[word]);
    }
    docs = holding;
  }
  return docs ?? newBitSet(maxDoc);
}
