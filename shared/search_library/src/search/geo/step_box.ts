/** Boxes in the steps of stored places, so that loops over many points compare integers. */
import type { GeoPlaces } from '../../index/segment_reader.js';
import { keepPresent, keepPresentWords, type Window } from '../columns/slot_range.js';
import type { GeoBox } from './area.js';

/** A box that includes all its sides. */
export interface StepBox {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

export function stepBoxes(
  { latStep, lonStep }: Pick<GeoPlaces, 'latStep' | 'lonStep'>,
  boxes: readonly GeoBox[],
): StepBox[] {
  return boxes.map(({ south, north, west, east }) => ({
    south: leastStep(south, latStep),
    north: greatestStep(north, latStep),
    west: leastStep(west, lonStep),
    east: greatestStep(east, lonStep),
  }));
}

/** The least step >= `degrees`. Since the division may round, its neighbours are checked. */
function leastStep(degrees: number, step: number): number {
  let at = Math.ceil(degrees / step);
  while (at * step < degrees) at++;
  while ((at - 1) * step >= degrees) at--;
  return at;
}

function greatestStep(degrees: number, step: number): number {
  return -leastStep(-degrees, step);
}

/**
 * Keeps those of the first `count` documents whose place lies in one of the boxes; for a column
 * with one place per document.
 */
export function keepInBoxes(
  { lats, lons, presence }: GeoPlaces,
  boxes: readonly StepBox[],
  docs: Uint32Array,
  count: number,
): number {
  const candidates = presence === null ? count : keepPresent(presence, docs, count);
  let kept = 0;
  for (let i = 0; i < candidates; i++) {
    const doc = docs[i];
    if (isInAny(boxes, lats[doc], lons[doc])) docs[kept++] = doc;
  }
  return kept;
}

export function isInAny(boxes: readonly StepBox[], lat: number, lon: number): boolean {
  for (let i = 0; i < boxes.length; i++) {
    const { south, north, west, east } = boxes[i];
    if (lat >= south && lat <= north && lon >= west && lon <= east) return true;
  }
  return false;
}

/** Sets the words of the window to the documents whose place lies in one of the boxes. */
export function markInBoxes(
  { lats, lons, presence }: GeoPlaces,
  boxes: readonly StepBox[],
  window: Window,
): void {
  window.words.fill(0);
  for (const box of boxes) addBox(lats, lons, box, window);
  if (presence !== null) keepPresentWords(presence, window);
}

function addBox(lats: Int32Array, lons: Int32Array, box: StepBox, { from, to, words }: Window) {
  const { south, north, west, east } = box;
  for (let start = from, at = 0; start < to; start += 32, at++) {
    const end = Math.min(start + 32, to);
    let word = 0;
    for (let doc = start; doc < end; doc++) {
      const lat = lats[doc];
      const lon = lons[doc];
      const inside = lat >= south && lat <= north && lon >= west && lon <= east;
      word |= (inside ? 1 : 0) << (doc & 31);
    }
    words[at] |= word;
  }
}
