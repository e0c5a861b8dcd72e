/** The response of another cluster to a search or a scroll. */
import { JSON_TOKEN, JsonReader, type JsonToken, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type FoundDocument, readHit } from './found_documents.js';

export interface RemotePage {
  readonly scrollId: string;
  readonly timedOut: boolean;
  readonly total: number;
  /** The failure of each failed shard, as reported by the other cluster. */
  readonly failures: readonly string[];
  readonly documents: readonly FoundDocument[];
}

type Draft = {
  scrollId: string | undefined;
  timedOut: boolean;
  total: number;
  failures: string[];
  documents: FoundDocument[];
};

/**
 * Yields after each document, because a page may be large. Throws an ApiError for anything other
 * than a search response.
 */
export function* readRemotePage(bytes: Uint8Array): Generator<void, RemotePage> {
  const draft: Draft = {
    scrollId: undefined,
    timedOut: false,
    total: 0,
    failures: [],
    documents: [],
  };
  const reader = new JsonReader(bytes);
  yield* members(reader, reader.next(), function* (name, token) {
    if (name === '_scroll_id') draft.scrollId = reader.text();
    else if (name === 'timed_out') draft.timedOut = token === JSON_TOKEN.TRUE;
    else if (name === '_shards') yield* members(reader, token, shardsInto(draft, reader));
    else if (name === 'hits') yield* members(reader, token, hitsInto(draft, reader));
    else reader.skipChildren();
  });
  const { scrollId } = draft;
  if (scrollId !== undefined) return { ...draft, scrollId };
  throw new ApiError('parsing_exception', 'the remote cluster answered without a [_scroll_id]');
}

type Member = (name: string, token: JsonToken) => Generator<void, void>;

/** The reader is at the opening brace, and afterwards at the closing one. */
function* members(reader: JsonReader, token: JsonToken, member: Member): Generator<void, void> {
  if (token !== JSON_TOKEN.START_OBJECT) throw noObject();
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    yield* member(name, reader.next());
  }
}

function noObject(): ApiError {
  return new ApiError('parsing_exception', 'the remote cluster answered with what is no object');
}

function shardsInto(draft: Draft, reader: JsonReader): Member {
  return function* (name) {
    if (name !== 'failures') {
      reader.skipChildren();
      return;
    }
    const failures = reader.value();
    for (const failure of Array.isArray(failures) ? failures : []) {
      draft.failures.push(stringifyJson(failure));
      yield;
    }
  };
}

function hitsInto(draft: Draft, reader: JsonReader): Member {
  return function* (name, token) {
    if (name === 'total') {
      // A number before version 7, an object since.
      const total = reader.value();
      const value =
        typeof total === 'object' && total !== null && 'value' in total ? total.value : total;
      draft.total = Number(value);
    } else if (name === 'hits' && token === JSON_TOKEN.START_ARRAY) {
      for (let each = reader.next(); each !== JSON_TOKEN.END_ARRAY; each = reader.next()) {
        if (each !== JSON_TOKEN.START_OBJECT) throw noObject();
        draft.documents.push(readHit(reader));
        yield;
      }
    } else {
      reader.skipChildren();
    }
  };
}
