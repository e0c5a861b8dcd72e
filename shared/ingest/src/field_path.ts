/**
 * `a.b.0`: the path of a value in a document's fields or, after `_ingest.`, in its ingest metadata.
 */
import { illegalArgument } from './faults.js';

export interface FieldPath {
  /** The original text, for messages. */
  readonly text: string;
  readonly root: 'source' | 'ingest';
  readonly elements: readonly string[];
}

const INGEST = '_ingest.';
const SOURCE = '_source.';
const MAX_KNOWN_PATHS = 10_000;
const known = new Map<string, FieldPath>();

/** Throws illegal_argument_exception for an empty path. */
export function fieldPath(text: string): FieldPath {
  const found = known.get(text);
  if (found !== undefined) return found;
  const path = parsePath(text);
  if (known.size >= MAX_KNOWN_PATHS) known.clear();
  known.set(text, path);
  return path;
}

function parsePath(text: string): FieldPath {
  if (text === '') throw illegalArgument('path cannot be null nor empty');
  const isIngest = text.startsWith(INGEST);
  const prefix = isIngest ? INGEST : text.startsWith(SOURCE) ? SOURCE : '';
  const elements = splitAsJava(text.slice(prefix.length));
  if (elements.length === 1 && elements[0] === '') {
    throw illegalArgument(`path [${text}] is not valid`);
  }
  return { text, root: isIngest ? 'ingest' : 'source', elements };
}

/**
 * `String.split` of Java: trailing empty parts are dropped, but a text without a dot is returned as
 * it is.
 */
function splitAsJava(text: string): string[] {
  const parts = text.split('.');
  if (parts.length === 1) return parts;
  while (parts.length > 0 && parts.at(-1) === '') parts.pop();
  return parts;
}
