/** Documents that have a point in an area. Every match scores the boost. */
import type { GeoColumn, SegmentReader } from '../../index/segment_reader.js';
import { type DocSet, docSetWeight } from '../doc_set_weight.js';
import type { GeoArea } from '../geo/area.js';
import { leafPoints, leavesOf, pointTree, visitLeaves } from '../geo/point_tree.js';
import { BitSetIterator, countBits, newBitSet, setBit } from '../iterators/bit_set.js';
import { FilteredDocs, scanOf } from '../iterators/filtered_docs.js';
import type { Query } from '../query.js';

/** With so few documents asked about for each point of the tree, looking at their own points is cheaper. */
const FEW = 1 / 8;

export function geoAreaQuery(field: string, area: GeoArea): Query {
  const query: Query = {
    kind: 'geo_area',
    toString: () => `${field}:${area}`,
    rewrite: () => query,
    createWeight: (_searcher, _needsScores, boost) =>
      docSetWeight({ docSet: (segment) => docsInArea(segment, field, area) }, boost),
  };
  return query;
}

function docsInArea(segment: SegmentReader, field: string, area: GeoArea): DocSet | null {
  const column = segment.geo(field);
  if (column === undefined) return null;
  const { maxDoc } = segment;
  const tree = pointTree(column, maxDoc);
  const leaves = leavesOf(tree, area);
  if (leaves.length === 0) return null;
  const cost = Math.min(maxDoc, leafPoints(leaves.length));
  return {
    cost,
    docs(leadCost) {
      if (leadCost < cost * FEW) return new FilteredDocs(scanOf(isInside(column, area)), maxDoc);
      const words = newBitSet(maxDoc);
      visitLeaves(tree, leaves, area, (doc) => setBit(words, doc));
      return new BitSetIterator(words, countBits(words));
    },
  };
}

function isInside(column: GeoColumn, area: GeoArea): (doc: number) => boolean {
  return (doc) => {
    const count = column.valueCount(doc);
    for (let i = 0; i < count; i++) {
      if (area.contains(column.lat(doc, i), column.lon(doc, i))) return true;
    }
    return false;
  };
}
