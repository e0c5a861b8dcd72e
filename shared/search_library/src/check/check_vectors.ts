/** Checks the invariants of vectors and their graph. */
import type { Segment } from '../codec/v1/segment.js';
import { NO_LINKS, type VectorGraph } from '../vectors/vector_graph.js';
import type { Report } from './report.js';

export function checkVectors(segment: Segment, field: string, report: Report): void {
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
    checkLinks(graph.base, node * (1 + 2 * graph.m), 2 * graph.m);
    const start = graph.starts[node];
    if (start !== NO_LINKS && start >= graph.upper.length)
      report('a node has links beyond the end');
  }
  for (let at = 0; at < graph.upper.length; at += 1 + graph.m) checkLinks(graph.upper, at, graph.m);
}
