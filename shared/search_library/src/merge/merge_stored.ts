/** The stored documents of the merged segment. */
import type { PartData } from '../codec/v1/segment_file.js';
import { StoredFieldsWriter } from '../codec/v1/stored_fields/stored_fields_writer.js';
import type { StoredDocument } from '../document/indexable_document.js';
import type { DocOrder, Origins, Source } from './doc_order.js';
import type { MergeOptions } from './segment_merger.js';

/** So much of a file is worth a dictionary of its own. */
const COPIED_GROUP_BYTES = 1024 * 1024;
const DOCS_PER_CHECKPOINT = 1024;

export function mergeStored({ sources, origins }: DocOrder, options: MergeOptions): PartData {
  const writer = new StoredFieldsWriter(options.compression, options.source);
  if (origins === undefined) addInTurn(sources, writer, options);
  else addInOrder(sources, origins, { writer, checkpoint: options.checkpoint });
  return writer.finish();
}

function addInTurn(
  sources: readonly Source[],
  writer: StoredFieldsWriter,
  { compression, checkpoint }: MergeOptions,
): void {
  for (const { segment, newDocs } of sources) {
    checkpoint();
    const { storedFields: file } = segment;
    const groupBytes = file.unpackedBytes / Math.max(1, file.groups.length);
    const same = file.compression === compression && segment.liveDocs === null;
    if (same && groupBytes >= COPIED_GROUP_BYTES) writer.copy(file);
    else {
      for (let doc = 0; doc < newDocs.length; doc++) {
        if (newDocs[doc] >= 0) writer.add(segment.stored(doc));
      }
    }
  }
}

interface OrderedTarget {
  readonly writer: StoredFieldsWriter;
  readonly checkpoint: () => void;
}

function addInOrder(
  sources: readonly Source[],
  { sources: from, docs }: Origins,
  { writer, checkpoint }: OrderedTarget,
): void {
  const readers = sources.map(storedReader);
  for (let newDoc = 0; newDoc < docs.length; newDoc++) {
    if (newDoc % DOCS_PER_CHECKPOINT === 0) checkpoint();
    writer.add(readers[from[newDoc]](docs[newDoc]));
  }
}

/**
 * A sorted source is read from its beginning to its end, block after block. One that is not, a buffer of new documents, is read as a whole
 * first: else each document would unpack a block of its own.
 */
function storedReader({ segment, newDocs }: Source): (doc: number) => StoredDocument {
  if (ascends(newDocs)) return (doc) => segment.stored(doc);
  const all = Array.from(newDocs, (newDoc, doc) => (newDoc < 0 ? undefined : segment.stored(doc)));
  return (doc) => all[doc] ?? segment.stored(doc);
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
