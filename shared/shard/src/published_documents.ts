/**
 * Documents of a shard's newest published point in time, read by their ids without asking the
 * engine's thread: a look-up in shared memory and one small block from disk, tens of microseconds
 * in all. The reader decides if that point in time has all writes; slower cases (a large document,
 * stored fields, a part of a segment that is not in memory) are left to the engine.
 */
import { filterSource } from '@skein/content';
import { checkRead, DocumentLookup, type ShardIdentity } from '@skein/engine';
import {
  type Directory,
  PartNotLoaded,
  type ReaderSnapshot,
  type SegmentSpace,
} from '@skein/search_library';
import type { GetRequest, GetResult } from './calls.js';
import { METADATA_FIELDS, notFound } from './operations/get.js';

/** Limit of a document's decompressed block. The engine reads larger ones. */
const MAX_BLOCK_BYTES = 64 * 1024;

interface PublishedDocumentsOptions {
  readonly shard: ShardIdentity;
  /** Opens the directory; called when the first document is read. */
  readonly openDirectory: () => Directory;
  /** A space that loads nothing; absent: the thread's own. */
  readonly space?: SegmentSpace | undefined;
}

export class PublishedDocuments {
  readonly #options: PublishedDocumentsOptions;
  #directory: Directory | undefined;
  #snapshot: ReaderSnapshot | undefined;
  #lookup: DocumentLookup | undefined;
  /**
   * Look-up of the previous point in time, whose opened segments are reused; it is not read any
   * more.
   */
  #former: DocumentLookup | undefined;

  constructor(options: PublishedDocumentsOptions) {
    this.#options = options;
  }

  /** Switches to this point in time; the previous one may be released. */
  publish(snapshot: ReaderSnapshot): void {
    this.#snapshot = snapshot;
    this.#former = this.#lookup ?? this.#former;
    this.#lookup = undefined;
    this.#directory?.closeReads();
  }

  close(): void {
    this.#snapshot = undefined;
    this.#lookup = undefined;
    this.#former = undefined;
    this.#directory?.closeReads();
  }

  /**
   * Reads a document; `undefined`: the engine has to be asked. Throws
   * version_conflict_engine_exception.
   */
  get(request: GetRequest): GetResult | undefined {
    try {
      return this.#get(request);
    } catch (error) {
      if (error instanceof PartNotLoaded) return undefined;
      throw error;
    } finally {
      this.#options.space?.letGo();
    }
  }

  #get(request: GetRequest): GetResult | undefined {
    const lookup = this.#open();
    if (lookup === undefined) return undefined;
    if (request.storedFields.some((field) => !METADATA_FIELDS.has(field))) return undefined;
    const place = lookup.find(request.id);
    if (place === undefined) return notFound(request.id);
    if (place.segment.storedBlockBytes(place.doc) > MAX_BLOCK_BYTES) return undefined;
    const { version, seqNo, primaryTerm, stored } = lookup.read(place);
    checkRead(request.id, version, request.version, this.#options.shard);
    const { enabled, includes, excludes } = request.source;
    const isShown = enabled && stored.source !== undefined;
    return {
      found: true,
      id: request.id,
      version,
      seqNo,
      primaryTerm,
      routing: stored.routing,
      source: isShown ? filterSource(stored.source, includes, excludes) : undefined,
      fields: undefined,
    };
  }

  #open(): DocumentLookup | undefined {
    if (this.#lookup !== undefined || this.#snapshot === undefined) return this.#lookup;
    this.#directory ??= this.#options.openDirectory();
    const { space } = this.#options;
    const options = { previous: this.#former, space };
    this.#lookup = new DocumentLookup(this.#snapshot, this.#directory, options);
    this.#former = undefined;
    return this.#lookup;
  }
}
