/**
 * Every data stream needs a template that makes data streams: a change of templates may leave none
 * without.
 */
import { ApiError } from '@skein/errors';
import type { ClusterState } from '../state/cluster_state.js';
import type { ComposableTemplate } from '../state/composable_template.js';
import { chosenTemplate } from './chosen_template.js';

/** The names of the data streams that use one of the templates, in order. */
export function streamsUsing(state: ClusterState, templates: ReadonlySet<string>): string[] {
  return streamsWhere(state, (template) => template !== undefined && templates.has(template.name));
}

/**
 * Throws illegal_argument_exception when, with the template in the state, a data stream would match
 * no template that makes data streams.
 */
export function checkStreamsHaveTemplates(
  state: ClusterState,
  { name, patterns, priority, dataStream }: ComposableTemplate,
): void {
  const orphans = streamsWhere(state, (template) => template?.dataStream === undefined);
  if (orphans.length === 0) return;
  const without = dataStream === undefined ? ' and no data stream configuration' : '';
  throw new ApiError(
    'illegal_argument_exception',
    `composable template [${name}] with index patterns [${patterns.join(', ')}], priority [${priority ?? null}]${without} would cause data streams [${orphans.join(', ')}] to no longer match a data stream template`,
  );
}

function streamsWhere(
  state: ClusterState,
  wanted: (template: ComposableTemplate | undefined) => boolean,
): string[] {
  const names = [...state.metadata.dataStreams.keys()].sort();
  return names.filter((name) => wanted(chosenTemplate(state, name)));
}
