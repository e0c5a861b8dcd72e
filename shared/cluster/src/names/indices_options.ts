/** How an index expression is read: what wildcards match, and what may be missing. */
import { ApiError } from '@skein/errors';

export interface IndicesOptions {
  /** A named index that is missing (or closed, with `forbidClosed`) is left out instead of refused. */
  readonly ignoreUnavailable: boolean;
  /** No index at all is an empty answer instead of an error. */
  readonly allowNoIndices: boolean;
  readonly expandOpen: boolean;
  readonly expandClosed: boolean;
  readonly expandHidden: boolean;
  /** Closed indices are refused (or left out). */
  readonly forbidClosed: boolean;
  /** Only indices may be named, no aliases. */
  readonly ignoreAliases: boolean;
  /** As if there were no data streams; their backing indices can be named. */
  readonly ignoreDataStreams: boolean;
}

const STRICT: IndicesOptions = {
  ignoreUnavailable: false,
  allowNoIndices: true,
  expandOpen: true,
  expandClosed: false,
  expandHidden: false,
  forbidClosed: false,
  ignoreAliases: false,
  ignoreDataStreams: false,
};
const LENIENT: IndicesOptions = { ...STRICT, ignoreUnavailable: true };

/** The defaults of the reference's APIs, under the names they have there. */
export const INDICES_OPTIONS = {
  strictExpandOpen: STRICT,
  strictExpandOpenForbidClosed: { ...STRICT, forbidClosed: true },
  strictExpandOpenClosed: { ...STRICT, expandClosed: true },
  strictExpandHidden: { ...STRICT, expandClosed: true, expandHidden: true },
  lenientExpandOpen: LENIENT,
  lenientExpandHidden: { ...LENIENT, expandClosed: true, expandHidden: true },
  /** put mapping, put settings: at least one index, open or closed. */
  changeOpenClosed: { ...STRICT, allowNoIndices: false, expandClosed: true },
  /** Alias actions: at least one index, named by itself. */
  aliasActions: {
    ...STRICT,
    allowNoIndices: false,
    ignoreAliases: true,
    ignoreDataStreams: true,
  },
  /** Aliases of indices. */
  readAliases: {
    ...STRICT,
    expandClosed: true,
    expandHidden: true,
    ignoreDataStreams: true,
  },
  /** What is done to indices by themselves: closing, blocking. */
  plainIndices: { ...STRICT, ignoreDataStreams: true },
  deleteIndex: { ...STRICT, expandClosed: true, ignoreAliases: true, ignoreDataStreams: true },
  openIndex: { ...STRICT, expandOpen: false, expandClosed: true },
} as const satisfies Record<string, IndicesOptions>;

export interface IndicesOptionParams {
  readonly ignoreUnavailable?: boolean | undefined;
  readonly allowNoIndices?: boolean | undefined;
  /** `open`, `closed`, `hidden`, `none`, `all`. */
  readonly expandWildcards?: readonly string[] | undefined;
}

/** The defaults with what the request's parameters say. */
export function indicesOptions(
  params: IndicesOptionParams,
  defaults: IndicesOptions,
): IndicesOptions {
  return {
    ...defaults,
    ...(params.ignoreUnavailable === undefined
      ? {}
      : { ignoreUnavailable: params.ignoreUnavailable }),
    ...(params.allowNoIndices === undefined ? {} : { allowNoIndices: params.allowNoIndices }),
    ...(params.expandWildcards === undefined ? {} : parseExpandWildcards(params.expandWildcards)),
  };
}

type Expansion = Pick<IndicesOptions, 'expandOpen' | 'expandClosed' | 'expandHidden'>;

function parseExpandWildcards(words: readonly string[]): Expansion {
  let expansion: Expansion = { expandOpen: false, expandClosed: false, expandHidden: false };
  for (const word of words.flatMap((value) => value.split(','))) {
    switch (word) {
      case 'open':
        expansion = { ...expansion, expandOpen: true };
        break;
      case 'closed':
        expansion = { ...expansion, expandClosed: true };
        break;
      case 'hidden':
        expansion = { ...expansion, expandHidden: true };
        break;
      case 'all':
        expansion = { expandOpen: true, expandClosed: true, expandHidden: true };
        break;
      case 'none':
        expansion = { expandOpen: false, expandClosed: false, expandHidden: false };
        break;
      default:
        throw new ApiError(
          'illegal_argument_exception',
          `No valid expand wildcard value [${word}]`,
        );
    }
  }
  return expansion;
}
