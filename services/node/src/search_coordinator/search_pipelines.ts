/**
 * Checks that the search pipeline named by a search or its indices exists. Pipelines hold no
 * processors, so nothing more is done.
 */
import type { ClusterState, IndexMetadata } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { NO_PIPELINE, type SearchRequest } from '@skein/search';
import { INDEX, readSetting } from '@skein/settings';
import type { SearchTerms } from './contract.js';

type Terms = Pick<SearchTerms, 'searchPipeline' | 'verbosePipeline'>;

/** Throws if the pipeline does not exist. */
export function checkPipelineName(name: string, state: ClusterState): void {
  if (name === NO_PIPELINE || state.metadata.searchPipelines.has(name)) return;
  throw new ApiError('illegal_argument_exception', `Pipeline ${name} is not defined`);
}

/** Throws the errors in the pipeline of a parsed request. */
export function checkPipeline(
  { searchPipeline, verbosePipeline }: Terms,
  request: Pick<SearchRequest, 'searchPipeline' | 'verbosePipeline'>,
  { state, indices }: { readonly state: ClusterState; readonly indices: readonly IndexMetadata[] },
): void {
  const { searchPipeline: own } = request;
  if (own !== undefined && typeof own !== 'string') {
    if (searchPipeline === undefined) return;
    throw new ApiError(
      'illegal_argument_exception',
      'Both named and inline search pipeline were specified. Please only specify one or the other.',
    );
  }
  const name = searchPipeline ?? own ?? defaultPipeline(indices);
  checkPipelineName(name, state);
  if (name !== NO_PIPELINE || !(verbosePipeline ?? request.verbosePipeline ?? false)) return;
  throw new ApiError(
    'illegal_argument_exception',
    "The 'verbose pipeline' option requires a search pipeline to be defined.",
  );
}

/**
 * The common default pipeline. Indices with different ones have none in common; indices without one
 * are ignored.
 */
export function defaultPipeline(indices: readonly IndexMetadata[]): string {
  const names = new Set(indices.map((index) => readSetting(index.settings, SEARCH_PIPELINE)));
  names.delete(NO_PIPELINE);
  const [name, ...others] = names;
  return name === undefined || others.length > 0 ? NO_PIPELINE : name;
}

const SEARCH_PIPELINE = INDEX.families.searchPipeline;
