/** A nested document rendered as a hit. */
import { lazy } from '@skein/base';
import { isJsonObject, parseJson } from '@skein/content';
import { nestedOffsets } from '@skein/search_library';
import type { SearchMapping } from '../execution/search_mapping.js';
import type { ShardHit } from '../shard_hit.js';
import type { FetchHit, NestedStep } from './fetch_part.js';
import { sliceObject, wrapParsed } from './nested_object.js';

interface NestedPlace {
  /** The nested document's number in the segment of the enclosing hit. */
  readonly doc: number;
  readonly path: string;
}

/** `around` is the hit that shows the nested one, or any other hit of the same root document. */
export function nestedHit(
  hit: ShardHit,
  { doc, path }: NestedPlace,
  { around, mapping }: { readonly around: FetchHit; readonly mapping: SearchMapping },
): FetchHit {
  const { segment, stored } = around;
  const steps = stepsTo(path, nestedOffsets(segment, doc, nestedPaths(path, mapping)), mapping);
  return {
    hit,
    segment,
    doc,
    stored: {
      ...stored,
      get fields() {
        return segment.stored(doc).fields;
      },
    },
    nested: steps,
    source: lazy(() => {
      const bytes = stored.source && sliceObject(stored.source, steps);
      const parsed = bytes && parseJson(bytes);
      return isJsonObject(parsed) ? wrapParsed(parsed, steps) : undefined;
    }),
  };
}

/** The nested paths from the outermost to `path`, inclusive. */
function nestedPaths(path: string, mapping: SearchMapping): readonly string[] {
  const outer = mapping.nestedAround(path);
  return outer === undefined ? [path] : [...nestedPaths(outer, mapping), path];
}

function stepsTo(
  path: string,
  offsets: readonly number[],
  mapping: SearchMapping,
): readonly NestedStep[] {
  let around = '';
  return nestedPaths(path, mapping).map((each, i) => {
    const field = around === '' ? each : each.slice(around.length + 1);
    around = each;
    return { field, offset: offsets[i] ?? 0 };
  });
}
