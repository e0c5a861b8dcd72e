/** Which ingest pipelines documents of an index go through, of itself, whether it is there or a template would make it. */
import { onceFor } from '@skein/base';
import type { Settings } from '@skein/settings';
import { concreteName, findWriteTarget } from '../names/single_target.js';
import type { ClusterState } from '../state/cluster_state.js';
import { matchingTemplates } from '../state/template_match.js';
import { chosenTemplate } from './chosen_template.js';
import { bodiesOf, composedSettings } from './composed_template.js';

export interface PipelinesOfName {
  /** Unless the request names another. */
  readonly default: string | undefined;
  readonly final: string | undefined;
}

const NONE = '_none';
const NO_SETTINGS: Settings = new Map();

/** `name`: an index, an alias or date math. Throws where it can be no place to write to. */
export function pipelinesOfName(state: ClusterState, name: string, nowMs: number): PipelinesOfName {
  const target = findWriteTarget(state, { name, routing: undefined, nowMs });
  const settings = target?.index.settings ?? templateSettings(state, concreteName(name, nowMs));
  return {
    default: named(settings.get(KEYS[0])),
    final: named(settings.get(KEYS[1])),
  };
}

const KEYS = ['index.default_pipeline', 'index.final_pipeline'] as const;

/** Whether any template names a pipeline: a bulk may name many indices that are not there. */
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

function named(pipeline: string | undefined): string | undefined {
  return pipeline === NONE ? undefined : pipeline;
}
