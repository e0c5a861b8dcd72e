/**
 * One of `max` disjoint slices of a set of documents, which a sliced scroll reads. The slice of a
 * document is determined by the hash of its id, or of a number field. Both hashes are OpenSearch's
 * (Murmur3 over the encoded id, a 64-bit mixer over numbers), so that a slice contains the same
 * documents as there.
 */

import { ID_FIELD } from '../../document/indexable_document.js';
import { NO_MORE_DOCS, type NumberColumn, type SegmentReader } from '../../index/segment_reader.js';
import { takeMemory } from '../../memory/request_memory.js';
import type { Query } from '../query.js';
import { hashOfId } from './id_hash.js';
import { type DocPredicate, predicateQuery } from './predicate.js';

export interface Slice {
  /** An integer from 0 to `max` - 1. */
  readonly id: number;
  readonly max: number;
}

export function idSliceQuery({ id, max }: Slice): Query {
  return predicateQuery({
    segment: (segment) => {
      const hashes = idHashes(segment);
      return (doc) => floorMod(hashes[doc], max) === id;
    },
    profileName: 'TermsSliceQuery',
    toString: () => `TermsSliceQuery[field=${ID_FIELD}, id=${id}, max=${max}]`,
  });
}

export function numberSliceQuery(
  field: string,
  { id, max }: Slice,
  kind: 'long' | 'double',
): Query {
  return predicateQuery({
    segment: (segment) => numberTest(segment.numbers(field), { id, max }, kind),
    profileName: 'DocValuesSliceQuery',
    toString: () => `DocValuesSliceQuery[field=${field}, id=${id}, max=${max}]`,
  });
}

/** Hashes by segment, made for its first slice, because a scroll needs them for every page. */
const hashesOf = new WeakMap<SegmentReader, Int32Array>();

function idHashes(segment: SegmentReader): Int32Array {
  const known = hashesOf.get(segment);
  if (known !== undefined) return known;
  takeMemory(segment.maxDoc * Int32Array.BYTES_PER_ELEMENT, '<slice>');
  const hashes = new Int32Array(segment.maxDoc);
  const terms = segment.terms(ID_FIELD);
  for (let ordinal = 0; terms !== undefined && ordinal < terms.size; ordinal++) {
    const hash = hashOfId(terms.term(ordinal));
    const postings = terms.postings(ordinal, 'docs');
    for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
      hashes[doc] = hash;
    }
  }
  hashesOf.set(segment, hashes);
  return hashes;
}

/** A document with several numbers is in the slice of each of them. */
function numberTest(
  column: NumberColumn | undefined,
  slice: Slice,
  kind: 'long' | 'double',
): ReturnType<DocPredicate['segment']> {
  if (column === undefined) return () => false;
  const bitsAt =
    kind === 'long'
      ? (doc: number, i: number) => column.exact(doc, i)
      : (doc: number, i: number) => sortableBits(column.value(doc, i));
  return (doc) => {
    for (let i = 0; i < column.valueCount(doc); i++) {
      if (floorMod(mixed(bitsAt(doc, i)), slice.max) === slice.id) return true;
    }
    return false;
  };
}

const scratch = new DataView(new ArrayBuffer(8));

/** The bits of a double as a long with the same sort order. */
function sortableBits(value: number): bigint {
  scratch.setFloat64(0, value);
  const bits = scratch.getBigInt64(0);
  return bits < 0n ? bits ^ 0x7fffffffffffffffn : bits;
}

/**
 * The lower half of David Stafford's variant 9 of the 64-bit finalizer of MurmurHash3 ("Better bit
 * mixing", 2011), as a signed number.
 */
function mixed(value: bigint): number {
  let z = BigInt.asUintN(64, value);
  z = BigInt.asUintN(64, (z ^ (z >> 32n)) * 0x4cd6944c5cc20b6dn);
  z = BigInt.asUintN(64, (z ^ (z >> 29n)) * 0xfc12c5b19d3259e9n);
  return Number(BigInt.asIntN(32, z ^ (z >> 32n)));
}

function floorMod(value: number, divisor: number): number {
  const rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}
