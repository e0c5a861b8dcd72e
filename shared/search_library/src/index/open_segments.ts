/** Opens readers of the segments in a snapshot. */
import { Segment } from '../codec/v1/segment.js';
import { checksumIn, openSegmentHead, type SegmentFile } from '../codec/v1/segment_file.js';
import {
  OwnPlaces,
  type PartPlaces,
  PatientPlaces,
  SpacePlaces,
  type SpacePlacesOptions,
} from '../memory/part_places.js';
import type { SegmentSpace } from '../memory/segment_space.js';
import { threadSpace } from '../memory/thread_space.js';
import type { Directory } from '../store/directory.js';
import type { SegmentReader } from './segment_reader.js';
import type { ReaderSnapshot, SegmentHandle } from './snapshot.js';

interface OpenSegmentOptions {
  readonly sibling?: SegmentReader | undefined;
  readonly space?: SegmentSpace | undefined;
}

interface OpenOptions {
  readonly previous?: readonly SegmentReader[] | undefined;
  readonly space?: SegmentSpace | undefined;
}

/**
 * A reader of a segment whose parts are loaded into the space of this thread when they are first
 * requested. It shares the parts opened by `sibling`, a reader of the same segment from an older
 * snapshot, so a refresh that only deleted documents costs nothing.
 */
export function openSegment(
  handle: SegmentHandle,
  directory: Directory,
  { sibling, space = threadSpace() }: OpenSegmentOptions = {},
): SegmentReader {
  if (sibling instanceof Segment && isSame(sibling, handle)) return sibling.withLive(handle);
  return openIn(handle, directory, (options) => new SpacePlaces({ ...options, space }));
}

/** The checksums are compared because a cleared index may reuse the name of a segment. */
function isSame({ file }: Segment, { name, head }: SegmentHandle): boolean {
  return file.name === name && file.checksum === checksumIn(head);
}

/** A reader for writing, which must not fail for lack of room. */
export function openForWriting(handle: SegmentHandle, directory: Directory): Segment {
  return openIn(handle, directory, (options) => new PatientPlaces(options, true));
}

/** A reader for merging, which also leaves the space to searches. */
export function openForMerging(handle: SegmentHandle, directory: Directory): Segment {
  return openIn(handle, directory, (options) => new PatientPlaces(options, false));
}

/** A reader with parts in its own memory and all documents live, for a file used only once. */
export function openAlone(file: SegmentFile, directory: Directory): Segment {
  const places = OwnPlaces.ofFile({ directory, file: `${file.name}.seg` }, file.parts);
  const { docCount } = file;
  const state = { docCount, liveCount: docCount, liveDocs: null };
  return Segment.open(file, state, { places, directory });
}

function openIn(
  handle: SegmentHandle,
  directory: Directory,
  placesOf: (options: SpacePlacesOptions) => PartPlaces,
): Segment {
  const name = `${handle.name}.seg`;
  const file: SegmentFile = openSegmentHead(handle.head, name);
  const residence = { ...handle.residence, words: new Int32Array(handle.residence.words) };
  const places = placesOf({
    space: threadSpace(),
    residence,
    parts: file.parts,
    source: { directory, file: name },
  });
  return Segment.open(file, handle, { places, directory });
}

/**
 * Opens all segments of a snapshot. `previous` are the readers of an older one, whose opened parts
 * are shared by name. `space` is for a thread that has several.
 */
export function openSegments(
  snapshot: ReaderSnapshot,
  directory: Directory,
  { previous = [], space = threadSpace() }: OpenOptions = {},
): SegmentReader[] {
  const byName = new Map(previous.map((segment) => [segment.name, segment]));
  return snapshot.segments.map((handle) =>
    openSegment(handle, directory, { sibling: byName.get(handle.name), space }),
  );
}
