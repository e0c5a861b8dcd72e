/**
 * Checks that keys of completions ascend, their entries belong to existing documents, and nodes
 * have the right weights.
 */
import { compareBytes } from '@skein/bytes';
import { CompletionKeys } from '../codec/v1/completions/completion_keys.js';
import type { Segment } from '../codec/v1/segment.js';
import type { Report } from './report.js';

export function checkCompletions(segment: Segment, field: string, report: Report): void {
  const tree = segment.completions(field);
  if (tree === undefined) return;
  const keys = new CompletionKeys(tree, segment.name);
  const seen = { keys: 0, entries: 0, weight: 0 };
  let last: Uint8Array | undefined;
  while (keys.next()) {
    const { key } = keys;
    if (last !== undefined && compareBytes(last, key) >= 0) report('keys do not ascend');
    last = key.slice();
    seen.keys++;
    for (const { doc, weight } of keys.entries()) {
      if (doc >= segment.maxDoc) report(`a completion has document [${doc}]`);
      if (weight < 0) report(`a completion has weight [${weight}]`);
      seen.weight = Math.max(seen.weight, weight);
      if (++seen.entries > tree.entryCount) {
        report(`there are more than [${tree.entryCount}] completions`);
        return;
      }
    }
  }
  if (seen.keys !== tree.keyCount || seen.entries !== tree.entryCount) {
    report(`[${seen.entries}] completions of [${seen.keys}] keys are there`);
  }
  if (seen.weight !== tree.greatestWeight) report(`the greatest weight is [${seen.weight}]`);
}
