/** The promises of each part of a segment, checked by reading all of it. */
import { compareBytes } from '@skein/bytes';
import type { Segment } from '../codec/v1/segment.js';
import { NO_MORE_DOCS, type TermsReader } from '../index/segment_reader.js';
import { linksAt, NO_LINKS, type VectorGraph } from '../vectors/vector_graph.js';

type Report = (problem: string) => void;

export function checkFields(segment: Segment, report: Report): void {
  for (const { name } of segment.fields()) {
    const reportField = (problem: string) => report(`field [${name}]: ${problem}`);
    const terms = segment.terms(name);
    if (terms !== undefined) checkTerms(terms, segment.maxDoc, reportField);
    checkColumns(segment, name, reportField);
    checkPoints(segment, name, reportField);
    checkVectors(segment, name, reportField);
    checkShapes(segment, name, reportField);
  }
}

function checkTerms(terms: TermsReader, maxDoc: number, report: Report): void {
  let sumDocFreq = 0;
  let sumTotalTermFreq = 0;
  let before: Uint8Array | undefined;
  for (let ordinal = 0; ordinal < terms.size; ordinal++) {
    const term = terms.term(ordinal);
    if (before !== undefined && compareBytes(before, term) >= 0) {
      report(`term [${ordinal}] is out of order`);
    }
    before = term;
    if (terms.find(term) !== ordinal) report(`term [${ordinal}] is not found`);
    checkPostings(terms, ordinal, { maxDoc, report });
    sumDocFreq += terms.docFreq(ordinal);
    sumTotalTermFreq += terms.totalTermFreq(ordinal);
  }
  if (sumDocFreq !== terms.sumDocFreq || sumTotalTermFreq !== terms.sumTotalTermFreq) {
    report('statistics of the terms do not add up');
  }
}

function checkPostings(
  terms: TermsReader,
  ordinal: number,
  { maxDoc, report }: { maxDoc: number; report: Report },
): void {
  const postings = terms.postings(ordinal, terms.hasPositions ? 'positions' : 'freqs');
  let count = 0;
  let total = 0;
  let last = -1;
  for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
    if (doc <= last || doc >= maxDoc) {
      report(`term [${ordinal}] has document [${doc}] after [${last}] of [${maxDoc}]`);
      return;
    }
    last = doc;
    count++;
    const freq = postings.freq();
    total += freq;
    let lastPosition = 0;
    for (let i = 0; terms.hasPositions && i < freq; i++) {
      const position = postings.nextPosition();
      if (position < lastPosition) report(`term [${ordinal}] has a position out of order`);
      lastPosition = position;
    }
  }
  if (count !== terms.docFreq(ordinal) || total !== terms.totalTermFreq(ordinal)) {
    report(`postings of term [${ordinal}] do not add up`);
  }
}

function checkColumns(segment: Segment, field: string, report: Report): void {
  const numbers = segment.numbers(field);
  const ordinals = segment.ordinals(field);
  const geo = segment.geo(field);
  for (let doc = 0; doc < segment.maxDoc; doc++) {
    for (let i = 1; i < (numbers?.valueCount(doc) ?? 0); i++) {
      if (numbers !== undefined && numbers.value(doc, i - 1) > numbers.value(doc, i)) {
        report(`values of document [${doc}] are out of order`);
      }
    }
    let last = -1;
    for (let i = 0; ordinals !== undefined && i < ordinals.valueCount(doc); i++) {
      const ordinal = ordinals.ordinal(doc, i);
      if (ordinal <= last || ordinal >= ordinals.cardinality) {
        report(`ordinals of document [${doc}] are out of order or range`);
      }
      last = ordinal;
    }
    for (let i = 0; geo !== undefined && i < geo.valueCount(doc); i++) {
      if (Math.abs(geo.lat(doc, i)) > 90 || Math.abs(geo.lon(doc, i)) > 180) {
        report(`place of document [${doc}] is not on the map`);
      }
    }
  }
}

function checkPoints(segment: Segment, field: string, report: Report): void {
  const points = segment.points(field);
  if (points === undefined) return;
  let count = 0;
  points.visitRange(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, (doc) => {
    count++;
    if (doc >= segment.maxDoc) report(`a point has document [${doc}] of [${segment.maxDoc}]`);
  });
  if (count !== points.count) report('points are out of order');
}

function checkVectors(segment: Segment, field: string, report: Report): void {
  const column = segment.vectors(field);
  if (column === undefined) return;
  let last = -1;
  for (let node = 0; node < column.count; node++) {
    const doc = column.docOf(node);
    if (doc <= last || doc >= segment.maxDoc) report(`vector [${node}] has document [${doc}]`);
    last = doc;
  }
  if (column.values.length !== column.count * column.spec.dimension) {
    report('vectors are not of one dimension');
  }
  if (column.graph !== undefined) checkGraph(column.graph, column.count, report);
}

function checkGraph(graph: VectorGraph, count: number, report: Report): void {
  if (!(graph.entry >= 0 && graph.entry < count)) report('the graph begins nowhere');
  const checkLinks = (links: Uint32Array, at: number, most: number): void => {
    const linkCount = links[at];
    if (!(linkCount <= most)) report(`a node of the graph has [${linkCount}] links`);
    for (let i = 1; i <= Math.min(linkCount, most); i++) {
      if (!(links[at + i] < count)) report(`a link of the graph leads to [${links[at + i]}]`);
    }
  };
  for (let node = 0; node < count; node++) {
    checkLinks(graph.base, linksAt(graph, node, 0), 2 * graph.m);
    const start = graph.starts[node];
    if (start !== NO_LINKS && start >= graph.upper.length)
      report('a node has links beyond the end');
  }
  for (let at = 0; at < graph.upper.length; at += 1 + graph.m) checkLinks(graph.upper, at, graph.m);
}

function checkShapes(segment: Segment, field: string, report: Report): void {
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
