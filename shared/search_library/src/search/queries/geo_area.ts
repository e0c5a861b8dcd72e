/** Matches documents with a point in an area. Every match scores the boost. */
import type {
  DocIterator,
  GeoColumn,
  GeoPlaces,
  SegmentReader,
} from '../../index/segment_reader.js';
import type { DocFilter } from '../columns/doc_filter.js';
import { hasValue, type Window } from '../columns/slot_range.js';
import { WindowDocs } from '../columns/window_docs.js';
import { type DocSet, docSetWeight } from '../doc_set_weight.js';
import type { GeoArea } from '../geo/area.js';
import { leafPoints, leavesOf, visitLeaves } from '../geo/point_tree.js';
import { isInAny, keepInBoxes, markInBoxes, stepBoxes } from '../geo/step_box.js';
import { BitSetIterator, countBits, requestBitSet, setBit } from '../iterators/bit_set.js';
import { FilteredDocs, scanOf } from '../iterators/filtered_docs.js';
import type { Query } from '../query.js';
import { explainedAs } from './number_text.js';

/**
 * If fewer documents than this are requested per point of the tree, reading their own points is
 * cheaper.
 */
const FEW = 1 / 8;
/** A box that contains a greater share of the points is compared with all of them, in order. */
const BROAD = 1 / 4;

export function geoAreaQuery(field: string, area: GeoArea): Query {
  const text = `${field}:${area}`;
  const query: Query = {
    kind: 'geo_area',
    profileName: 'IndexOrDocValuesQuery',
    toString: () =>
      area.pointText === undefined
        ? text
        : `IndexOrDocValuesQuery(indexQuery=${area.pointQuery ?? ''}${field}:${area.pointText}, dvQuery=${text})`,
    rewrite: () => query,
    createWeight: (_searcher, _needsScores, boost) =>
      explainedAs(
        text,
        docSetWeight({ docSet: (segment) => docsInArea(segment, field, area) }, boost),
      ),
  };
  return query;
}

function docsInArea(segment: SegmentReader, field: string, area: GeoArea): DocSet | null {
  const column = segment.geo(field);
  if (column === undefined) return null;
  const { maxDoc } = segment;
  const { places } = column;
  const scan = (): DocIterator => new FilteredDocs(scanOf(isInside(column, area)), maxDoc);
  if (places === undefined) return { cost: maxDoc, docs: scan };
  const leaves = leavesOf(places, area);
  if (leaves.length === 0) return null;
  const cost = Math.min(maxDoc, leafPoints(leaves.length));
  const byColumn = places.single && area.isBoxes === true && cost > maxDoc * BROAD;
  return {
    cost,
    docs(leadCost) {
      if (leadCost < cost * FEW) return scan();
      if (byColumn) return boxDocs(places, area, maxDoc);
      const words = requestBitSet(maxDoc);
      visitLeaves(places, leaves, area, (doc) => setBit(words, doc));
      return new BitSetIterator(words, countBits(words));
    },
    filter: places.single ? areaFilter(places, area) : undefined,
  };
}

function boxDocs(places: GeoPlaces, area: GeoArea, maxDoc: number): DocIterator {
  const boxes = stepBoxes(places, area.boxes);
  const source = (window: Window): boolean => {
    markInBoxes(places, boxes, window);
    return true;
  };
  return new WindowDocs(source, maxDoc);
}

/** A filter on a column with at most one place per document. */
function areaFilter(places: GeoPlaces, area: GeoArea): DocFilter {
  const { lats, lons, latStep, lonStep, presence } = places;
  const boxes = stepBoxes(places, area.boxes);
  const has = (doc: number): boolean =>
    hasValue(presence, doc) &&
    isInAny(boxes, lats[doc], lons[doc]) &&
    (area.isBoxes === true || area.contains(lats[doc] * latStep, lons[doc] * lonStep));
  return {
    has,
    keep(docs, count) {
      const candidates = keepInBoxes(places, boxes, docs, count);
      if (area.isBoxes === true) return candidates;
      let kept = 0;
      for (let i = 0; i < candidates; i++) if (has(docs[i])) docs[kept++] = docs[i];
      return kept;
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
