/**
 * The ingest pipelines that an index's settings select for its documents; for a missing index,
 * those that its template would set.
 */
import { onceFor } from '@skein/base';
import type { Settings } from '@skein/settings';
import { concreteName, findWriteTarget } from '../names/single_target.js';
import type { ClusterState } from '../state/cluster_state.js';
import { matchingTemplates } from '../state/template_match.js';
import { chosenTemplate } from './chosen_template.js';
import { bodiesOf, composedSettings } from './composed_template.js';

export interface PipelinesOfName {
  /** Default pipeline, unless the request names another. */
  readonly default: string | undefined;
  readonly final: string | undefined;
}

const NONE = '_none';
const NO_SETTINGS: Settings = new Map();

/** `name`: an index, an alias or date math. Throws if it cannot be written to. */
export function pipelinesOfName(state: ClusterState, name: string, nowMs: number): PipelinesOfName {
  const target = findWriteTarget(state, { name, routing: undefined, nowMs });
  const settings = target?.index.settings ?? templateSettings(state, concreteName(name, nowMs));
  return {
    default: unlessNone(settings.get(KEYS[0])),
    final: unlessNone(settings.get(KEYS[1])),
  };
}

const KEYS = ['index.default_pipeline', 'index.final_pipeline'] as const;

/**
 * True if any template names a pipeline; checked once, since a bulk may name many missing indices.
 */
const someTemplateNamesOne: (state: ClusterState) => boolean = onceFor(({ metadata }) => {
  const { templates, indexTemplates, componentTemplates } = metadata;
  const all: (Settings | undefined)[] = [
    ...Array.from(templates.values(), ({ settings }) => settings),
    ...Array.from(indexTemplates.values(), ({ template }) => template?.settings),
    ...Array.from(componentTemplates.values(), ({ template }) => template.settings),
  ];
  return all.some((settings) => KEYS.some((key) => settings?.has(key) === true));
});

function templateSettings(state: ClusterState, name: string): Settings {
  if (!someTemplateNamesOne(state)) return NO_SETTINGS;
  const template = chosenTemplate(state, name);
  if (template !== undefined) return composedSettings(bodiesOf(state, template));
  return new Map(matchingTemplates(state, name).flatMap(({ settings }) => [...settings]));
}

function unlessNone(pipeline: string | undefined): string | undefined {
  return pipeline === NONE ? undefined : pipeline;
}
