/** Every highlighter, by the name that `type` gives it. */
import { ApiError } from '@skein/errors';
import type { Highlighter, HighlightField } from './contract.js';
import { fvh } from './fvh/fvh.js';
import { plain } from './plain/plain.js';
import { annotated } from './unified/annotated.js';
import { unified } from './unified/unified.js';

const HIGHLIGHTERS: readonly Highlighter[] = [unified, plain, fvh, annotated];

const BY_NAME: ReadonlyMap<string, Highlighter> = new Map(
  HIGHLIGHTERS.map((highlighter) => [highlighter.name, highlighter]),
);

export function highlighterOf({ pattern, options }: HighlightField): Highlighter {
  const { type = unified.name } = options;
  const highlighter = BY_NAME.get(type);
  if (highlighter) return highlighter;
  throw new ApiError(
    'illegal_argument_exception',
    `unknown highlighter type [${type}] for the field [${pattern}]`,
  );
}
