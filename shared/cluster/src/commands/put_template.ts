/** Stores a legacy template; an index must be creatable from it. */
import { ApiError } from '@skein/errors';
import { IndexMapping } from '@skein/mapping';
import { INDEX_SETTINGS } from '@skein/settings';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import type { IndexTemplate } from '../state/template.js';
import { checkTemplate } from '../templates/template_rules.js';
import { awarenessImbalance } from './awareness_balance.js';
import type { Command } from './command_type.js';
import { mappingContext } from './mapping_context.js';
import { checkPrivateSettings } from './settings_rules.js';

interface PutTemplateRequest {
  readonly template: IndexTemplate;
  /** True if an existing one must not be replaced. */
  readonly create: boolean;
}

export const put_template: Command<PutTemplateRequest> = {
  name: 'put_template',
  priority: 'URGENT',
  source: ({ template }) => `create-index-template [${template.name}], cause [api]`,
  *execute(state, { template, create }) {
    checkBlocks(state, [], { level: 'metadata_write' });
    checkTemplate({ name: template.name, patterns: template.patterns });
    if (create && state.metadata.templates.has(template.name)) {
      throw new ApiError(
        'illegal_argument_exception',
        `index_template [${template.name}] already exists`,
      );
    }
    return yield* withTemplate(state, template);
  },
};

/** Returns the state with the template added. Throws if the template is invalid. */
export function* withTemplate(
  state: ClusterState,
  template: IndexTemplate,
): Generator<void, ClusterState> {
  checkPrivateSettings(template.settings);
  INDEX_SETTINGS.validate(template.settings);
  const imbalance = awarenessImbalance(state, template.settings);
  if (imbalance !== undefined) {
    throw new ApiError(
      'invalid_index_template_exception',
      `index_template [${template.name}] invalid, cause [Validation Failed: 1: ${imbalance};]`,
    );
  }
  const context = mappingContext(template.settings);
  yield* IndexMapping.parsingInitial(template.mapping, context);
  const templates = new Map(state.metadata.templates).set(template.name, template);
  return { ...state, metadata: { ...state.metadata, templates } };
}
