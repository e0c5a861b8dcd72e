/**
 * Makes stack traces of bundled code name the sources. Only the bundle contains this file, first in
 * each of its threads. A source map is read when a trace is looked at, after something has gone
 * wrong: Node's own support reads all maps at the start, which costs a process 100 ms and 30 MB.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findPlace } from './source_map.js';

/** A position as in `at f (file:///skein/services/cli/dist/bundle/x/y.js:3:14)`, counted from 1. */
const POSITION = /(file:\/\/[^\s()]+):(\d+):(\d+)/;
/** The most cached positions. The cache spares a lookup for a fault that every request repeats. */
const MOST_KNOWN = 1000;
const known = new Map<string, string>();

Error.prepareStackTrace = (error, frames) =>
  [`${error}`, ...frames.map((frame) => `    at ${inSources(`${frame}`)}`)].join('\n');

function inSources(frame: string): string {
  return frame.replace(POSITION, (position, url: string, line: string, column: string) => {
    const found = known.get(position) ?? sourceOf(url, Number(line), Number(column)) ?? position;
    if (known.size < MOST_KNOWN) known.set(position, found);
    return found;
  });
}

interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** The source position; undefined if there is no map or it does not cover the position. */
function sourceOf(url: string, line: number, column: number): string | undefined {
  try {
    // The compiler wrote the map.
    const map = JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')) as SourceMap;
    const place = findPlace(map.mappings, line - 1, column - 1);
    const source = map.sources[place?.source ?? -1];
    if (place === undefined || source === undefined) return undefined;
    return `${fileURLToPath(new URL(source, url))}:${place.line + 1}:${place.column + 1}`;
  } catch {
    // The unmapped trace is better than none.
    return undefined;
  }
}
