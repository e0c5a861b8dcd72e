/** Texts with a mark between them, charged before they are joined. */
import { allocate } from '../values/meter.js';

export function joinedText(parts: readonly string[], mark: string): string {
  const marks = mark.length * Math.max(0, parts.length - 1);
  allocate(parts.reduce((sum, part) => sum + part.length, marks));
  return parts.join(mark);
}
