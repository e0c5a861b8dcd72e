/** Merges the stored documents. */
import type { PartData } from '../codec/v1/segment_file.js';
import { StoredFieldsWriter } from '../codec/v1/stored_fields/stored_fields_writer.js';
import type { StoredDocument } from '../document/indexable_document.js';
import type { DocOrder, Origins, Source } from './doc_order.js';
import { recoverySourcePruning } from './merge_history.js';
import type { MergeOptions } from './segment_merger.js';

/** A compressed group of this many bytes is worth a dictionary of its own. */
const COPIED_GROUP_BYTES = 1024 * 1024;
const DOCS_PER_CHECKPOINT = 1024;

export function mergeStored({ sources, origins }: DocOrder, options: MergeOptions): PartData {
  const writer = new StoredFieldsWriter(options.compression, options.source);
  if (origins === undefined) addInTurn(sources, writer, options);
  else addInOrder(sources, origins, { ...options, writer });
  return writer.finish();
}

function addInTurn(
  sources: readonly Source[],
  writer: StoredFieldsWriter,
  { compression, checkpoint, retainFrom }: MergeOptions,
): void {
  for (const source of sources) {
    checkpoint();
    const { segment, newDocs, isWhole } = source;
    const { storedFields: file } = segment;
    const prune = recoverySourcePruning(source, retainFrom);
    const groupBytes = file.unpackedBytes / Math.max(1, file.groups.length);
    const same = file.compression === compression && isWhole && prune === undefined;
    if (same && groupBytes >= COPIED_GROUP_BYTES) {
      writer.copy(file);
      continue;
    }
    for (let doc = 0; doc < newDocs.length; doc++) {
      if (newDocs[doc] < 0) continue;
      const stored = segment.stored(doc);
      writer.add(prune === undefined ? stored : prune(stored, doc));
    }
  }
}

interface OrderedTarget {
  readonly writer: StoredFieldsWriter;
  readonly checkpoint: () => void;
  readonly retainFrom: number;
}

function addInOrder(
  sources: readonly Source[],
  { sources: from, docs }: Origins,
  { writer, checkpoint, retainFrom }: OrderedTarget,
): void {
  const readers = sources.map((source) => storedReader(source, retainFrom));
  for (let newDoc = 0; newDoc < docs.length; newDoc++) {
    if (newDoc % DOCS_PER_CHECKPOINT === 0) checkpoint();
    writer.add(readers[from[newDoc]](docs[newDoc]));
  }
}

/**
 * A sorted source is read from beginning to end, block after block. An unsorted one, a buffer of
 * new documents, is read as a whole first; otherwise each document would decompress a block of its
 * own.
 */
function storedReader(source: Source, retainFrom: number): (doc: number) => StoredDocument {
  const { segment, newDocs } = source;
  const prune = recoverySourcePruning(source, retainFrom);
  const read = (doc: number) => {
    const stored = segment.stored(doc);
    return prune === undefined ? stored : prune(stored, doc);
  };
  if (ascends(newDocs)) return read;
  const all = Array.from(newDocs, (newDoc, doc) => (newDoc < 0 ? undefined : read(doc)));
  return (doc) => all[doc] ?? read(doc);
}

function ascends(newDocs: Int32Array): boolean {
  let last = -1;
  for (const newDoc of newDocs) {
    if (newDoc < 0) continue;
    if (newDoc < last) return false;
    last = newDoc;
  }
  return true;
}
