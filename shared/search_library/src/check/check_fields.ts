/** Checks the invariants of each part of a segment by reading all of it. */

import { utf8 } from '@skein/bytes';
import { hasBit, makeBitSet, setBit } from '../codec/bit_set.js';
import type { Segment } from '../codec/v1/segment.js';
import {
  ID_FIELD,
  PRIMARY_TERM_FIELD,
  SEQ_NO_FIELD,
  VERSION_FIELD,
} from '../document/indexable_document.js';
import { NO_MORE_DOCS } from '../index/segment_reader.js';
import { checkColumns, checkPoints } from './check_columns.js';
import { checkCompletions } from './check_completions.js';
import { checkHistory } from './check_history.js';
import { checkOrder } from './check_order.js';
import { checkShapes } from './check_shapes.js';
import { checkTermVectors } from './check_term_vectors.js';
import { checkTerms } from './check_terms.js';
import { checkVectors } from './check_vectors.js';
import type { Report } from './report.js';

export function checkFields(segment: Segment, report: Report): void {
  for (const spec of segment.fields()) {
    const { name } = spec;
    const reportField = (problem: string) => report(`field [${name}]: ${problem}`);
    const terms = segment.terms(name);
    const norms = segment.norms(name);
    if (terms !== undefined)
      checkTerms(terms, { maxDoc: segment.maxDoc, norms, report: reportField });
    checkColumns(segment, name, reportField);
    checkPoints(segment, name, reportField);
    checkVectors(segment, name, reportField);
    checkTermVectors(segment, name, reportField);
    checkShapes(segment, spec, reportField);
    checkCompletions(segment, name, reportField);
  }
  checkOwnFields(segment, report);
  checkHistory(segment, report);
  checkOrder(segment, segment.sort, report);
}

/**
 * Checks the fields that the library gives each document: an id that is also stored, a version, a
 * sequence number.
 */
function checkOwnFields(segment: Segment, report: Report): void {
  if (segment.maxDoc === 0) return;
  const { maxDoc } = segment;
  const withId = makeBitSet(maxDoc);
  const ids = segment.terms(ID_FIELD);
  for (let ordinal = 0; ordinal < (ids?.size ?? 0); ordinal++) {
    const postings = ids?.postings(ordinal, 'docs');
    for (let doc = postings?.nextDoc() ?? NO_MORE_DOCS; doc < maxDoc; ) {
      setBit(withId, doc);
      doc = postings?.nextDoc() ?? NO_MORE_DOCS;
    }
  }
  const numbers = [VERSION_FIELD, SEQ_NO_FIELD].map((name) => segment.numbers(name));
  const primaryTerms = segment.numbers(PRIMARY_TERM_FIELD);
  for (let doc = 0; doc < maxDoc; doc++) {
    if (!hasBit(withId, doc)) report(`document [${doc}] has no id`);
    if (numbers.some((column) => column?.valueCount(doc) !== 1)) {
      report(`document [${doc}] has no version or sequence number`);
    }
    /** A nested document has no primary term and no stored fields. */
    if ((primaryTerms?.valueCount(doc) ?? 0) === 0) continue;
    const { id } = segment.stored(doc);
    if (ids !== undefined && ids.find(utf8(id)) < 0) {
      report(`document [${doc}] is stored with id [${id}], which the index does not have`);
    }
  }
}
