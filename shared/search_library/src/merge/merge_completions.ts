/** Merges the completions of several segments in key order, without those of dropped documents. */
import { compareBytes } from '@skein/bytes';
import { CompletionKeys } from '../codec/v1/completions/completion_keys.js';
import {
  CompletionTreeWriter,
  type WrittenEntry,
} from '../codec/v1/completions/completion_tree_writer.js';
import type { PartData } from '../codec/v1/segment_file.js';
import type { Source } from './doc_order.js';

const KEYS_PER_CHECKPOINT = 1024;

interface Head {
  readonly keys: CompletionKeys;
  readonly newDocs: Int32Array;
}

export function mergeCompletions(
  field: string,
  sources: readonly Source[],
  checkpoint: () => void,
): PartData {
  const writer = new CompletionTreeWriter();
  let heads = sources.flatMap(({ segment, newDocs }) => {
    const tree = segment.completions(field);
    if (tree === undefined) return [];
    const keys = new CompletionKeys(tree, segment.name);
    return keys.next() ? [{ keys, newDocs }] : [];
  });
  for (let count = 0; heads.length > 0; count++) {
    if (count % KEYS_PER_CHECKPOINT === 0) checkpoint();
    const least = leastOf(heads);
    const key = least[0].keys.key;
    const entries = least.flatMap(entriesOf).sort((a, b) => b.weight - a.weight || a.doc - b.doc);
    for (const entry of entries) writer.add(key, entry);
    const ended = new Set(least.filter(({ keys }) => !keys.next()));
    if (ended.size > 0) heads = heads.filter((head) => !ended.has(head));
  }
  return writer.finish();
}

/** The heads that have the least key. */
function leastOf(heads: readonly Head[]): readonly [Head, ...Head[]] {
  let least: [Head, ...Head[]] = [heads[0]];
  for (const head of heads.slice(1)) {
    const order = compareBytes(head.keys.key, least[0].keys.key);
    if (order < 0) least = [head];
    else if (order === 0) least.push(head);
  }
  return least;
}

function entriesOf({ keys, newDocs }: Head): WrittenEntry[] {
  const kept: WrittenEntry[] = [];
  for (const { doc, weight, surfaceStart, surfaceEnd } of keys.entries()) {
    const newDoc = newDocs[doc];
    if (!(newDoc >= 0)) continue;
    kept.push({
      doc: newDoc,
      weight,
      bytes: keys.tree.bytes,
      start: surfaceStart,
      end: surfaceEnd,
    });
  }
  return kept;
}
