/** Simulates a new index: the chosen template, composed, and the templates that it overrides. */
import { inSlices, type Turns } from '@skein/base';
import {
  bodiesOf,
  type ClusterState,
  type ComposableTemplate,
  composedAliases,
  composedSettings,
  mappingContext,
  mappingsOf,
  overlappingComposable,
  overlappingLegacy,
} from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { RequestBody } from '@skein/http';
import { composingMappings } from '@skein/mapping';
import { locatedBody } from '../search/search_body.js';
import { readComposable } from './read_template.js';
import { isEmpty, resolvedJson } from './render_template.js';

/** The template in the body, for this request only; undefined if there is no body. */
export function bodyTemplate(name: string, body: RequestBody): ComposableTemplate | undefined {
  return body.object() === undefined ? undefined : readComposable(name, locatedBody(body));
}

/** Composes long mappings in slices. */
export async function simulated(
  state: ClusterState,
  template: ComposableTemplate,
  turns: Turns,
): Promise<JsonObject> {
  const bodies = bodiesOf(state, template);
  const settings = composedSettings(bodies);
  const mappings = mappingsOf(bodies);
  const mapping = await inSlices(composingMappings(mappings, mappingContext(settings)), turns);
  return {
    template: resolvedJson({
      settings,
      mapping: mappings.every(isEmpty) ? undefined : mapping,
      aliases: composedAliases(bodies),
    }),
    overlapping: overlappingJson(state, template),
  };
}

/** Legacy templates first, then composable ones. */
function overlappingJson(
  state: ClusterState,
  { name, patterns }: ComposableTemplate,
): JsonObject[] {
  const legacy = overlappingLegacy(state, patterns);
  return [...legacy, ...overlappingComposable(state, { name, patterns })].map((other) => ({
    name: other.name,
    index_patterns: other.patterns,
  }));
}
