/** Limits that an index sets on a single search. */
import { ApiError } from '@skein/errors';
import { checkCount, checkDocvalueFields } from '../fetch/docvalue_limit.js';
import { isScoreOnly } from '../request/parse_sort.js';
import type { SearchRequest } from '../request/search_request.js';
import { isSuggestOnly } from '../request/suggest_only.js';
import type { IndexContext } from './environment.js';

const MAX_RESULT_WINDOW = 10_000;
const MAX_SCRIPT_FIELDS = 32;
const MAX_SLICES = 1024;

export function checkLimits(request: SearchRequest, index: IndexContext): void {
  checkSearchAfter(request);
  if (!isSuggestOnly(request)) checkWindow(request, index);
  checkDocvalueFields(request, index);
  checkCount(request.scriptFields.length, 'script_fields', {
    key: 'index.max_script_fields',
    most: limit(index, 'index.max_script_fields', MAX_SCRIPT_FIELDS),
  });
  checkSlice(request, index);
}

function checkSearchAfter({ searchAfter, scroll, from }: SearchRequest): void {
  if (searchAfter && scroll) {
    throw new ApiError('search_exception', '`search_after` cannot be used in a scroll context.');
  }
  if (searchAfter && from > 0) {
    throw new ApiError(
      'search_exception',
      '`from` parameter must be set to 0 when `search_after` is used.',
    );
  }
}

function checkWindow(request: SearchRequest, index: IndexContext): void {
  const window = limit(index, 'index.max_result_window', MAX_RESULT_WINDOW);
  const asked = request.from + request.size;
  if (asked <= window) return;
  const reason = request.scroll
    ? `Batch size is too large, size must be less than or equal to: [${window}] but was [${asked}]. Scroll batch sizes cost as much memory as ` +
      'result windows so they are controlled by the [index.max_result_window] index level setting.'
    : `Result window is too large, from + size must be less than or equal to: [${window}] but was [${asked}]. ` +
      'See the scroll api for a more efficient way to request large data sets. This limit can be set by changing ' +
      'the [index.max_result_window] index level setting.';
  throw new ApiError('illegal_argument_exception', reason);
}

/** Must be called after the sort has been validated. */
export function checkRescores({ rescores, sort }: SearchRequest, index: IndexContext): void {
  if (rescores.length === 0) return;
  if (sort.length > 0 && !isScoreOnly(sort)) {
    throw new ApiError(
      'illegal_argument_exception',
      'Cannot use [sort] option in conjunction with [rescore].',
    );
  }
  const resultWindow = limit(index, 'index.max_result_window', MAX_RESULT_WINDOW);
  const most = limit(index, 'index.max_rescore_window', resultWindow);
  for (const { windowSize } of rescores) {
    if (windowSize <= most) continue;
    throw new ApiError(
      'illegal_argument_exception',
      `Rescore window [${windowSize}] is too large. It must be less than [${most}]. This prevents allocating massive heaps for storing the ` +
        'results to be rescored. This limit can be set by changing the [index.max_rescore_window] index level setting.',
    );
  }
}

/** Slices are consistent only within a fixed point in time. */
function checkSlice({ slice, pit, scroll }: SearchRequest, index: IndexContext): void {
  if (!slice) return;
  if (!pit && !scroll) {
    throw new ApiError(
      'search_exception',
      '`slice` cannot be used outside of a scroll context or PIT context',
    );
  }
  const setting = scroll ? 'index.max_slices_per_scroll' : 'index.max_slices_per_pit';
  const most = limit(index, setting, MAX_SLICES);
  if (slice.max <= most) return;
  throw new ApiError(
    'illegal_argument_exception',
    `The number of slices [${slice.max}] is too large. It must be less than [${most}]. This limit can be set by changing the [${setting}] index level setting.`,
  );
}

function limit(index: IndexContext, key: string, fallback: number): number {
  return Number(index.settings.get(key) ?? fallback);
}
