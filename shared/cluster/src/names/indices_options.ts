/**
 * Options for resolving an index expression: the kinds of targets that wildcards match, and the
 * kinds that may be missing.
 */
import { ApiError } from '@skein/errors';

export interface IndicesOptions {
  /**
   * A named index that is missing (or closed, with `forbidClosed`) is left out instead of refused.
   */
  readonly ignoreUnavailable: boolean;
  /** True if no match at all gives an empty response instead of an error. */
  readonly allowNoIndices: boolean;
  readonly expandOpen: boolean;
  readonly expandClosed: boolean;
  readonly expandHidden: boolean;
  /** True if closed indices are refused (or left out). */
  readonly forbidClosed: boolean;
  /** True if only indices may be named, no aliases. */
  readonly ignoreAliases: boolean;
  /**
   * True if data streams are ignored, as if there were none; their backing indices can be named.
   */
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

/** The defaults of OpenSearch's APIs, under their OpenSearch names. */
export const INDICES_OPTIONS = {
  strictExpandOpen: STRICT,
  strictExpandOpenForbidClosed: { ...STRICT, forbidClosed: true },
  strictExpandOpenClosed: { ...STRICT, expandClosed: true },
  strictExpandHidden: { ...STRICT, expandClosed: true, expandHidden: true },
  lenientExpandOpen: LENIENT,
  lenientExpandHidden: { ...LENIENT, expandClosed: true, expandHidden: true },
  /** For put mapping and put settings: at least one index, open or closed. */
  changeOpenClosed: { ...STRICT, allowNoIndices: false, expandClosed: true },
  /** For alias actions: at least one index, given by its own name. */
  aliasActions: {
    ...STRICT,
    allowNoIndices: false,
    ignoreAliases: true,
    ignoreDataStreams: true,
  },
  /** For reading the aliases of indices. */
  readAliases: {
    ...STRICT,
    expandClosed: true,
    expandHidden: true,
    ignoreDataStreams: true,
  },
  /** For operations on indices by themselves: closing, blocking. */
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

/** The defaults, overridden by the request's parameters. */
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
