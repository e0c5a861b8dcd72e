/** Stores a component template; the index templates that use it must stay valid. */
import { ApiError, asApiError } from '@skein/errors';
import { composingMappings } from '@skein/mapping';
import { INDEX_SETTINGS } from '@skein/settings';
import { checkBlocks } from '../state/blocks.js';
import type { ComponentTemplate } from '../state/composable_template.js';
import { checkingComposition, checkTemplate } from '../templates/template_rules.js';
import type { Command } from './command_type.js';
import { mappingContext } from './mapping_context.js';
import { checkPrivateSettings } from './settings_rules.js';

interface PutComponentTemplateRequest {
  readonly component: ComponentTemplate;
  /** True if an existing one must not be replaced. */
  readonly create: boolean;
}

export const put_component_template: Command<PutComponentTemplateRequest> = {
  name: 'put_component_template',
  priority: 'URGENT',
  source: ({ component }) => `create-component-template [${component.name}], cause [api]`,
  *execute(state, { component, create }) {
    checkBlocks(state, [], { level: 'metadata_write' });
    const { name } = component;
    const { componentTemplates, indexTemplates } = state.metadata;
    if (create && componentTemplates.has(name)) {
      const reason = `component template [${name}] already exists`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    yield* checkingComponent(component);
    const components = new Map(componentTemplates).set(name, component);
    const next = { ...state, metadata: { ...state.metadata, componentTemplates: components } };
    for (const user of indexTemplates.values()) {
      if (!user.composedOf?.includes(name)) continue;
      try {
        yield* checkingComposition(next, user);
      } catch (thrown) {
        const reason = `updating component template [${name}] results in invalid composable template [${user.name}] after templates are merged`;
        throw new ApiError('illegal_argument_exception', reason, { cause: asApiError(thrown) });
      }
    }
    return next;
  },
};

/** Checks the component by itself; throws if it is invalid. */
export function* checkingComponent({ name, template }: ComponentTemplate): Generator<void, void> {
  const settings = template.settings ?? new Map<string, string>();
  INDEX_SETTINGS.validate(settings);
  checkPrivateSettings(settings);
  checkTemplate({ name, patterns: [] });
  if (template.mapping) yield* composingMappings([template.mapping], mappingContext(settings));
}
