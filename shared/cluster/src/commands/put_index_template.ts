/**
 * Stores a composable template. No other template of its priority may match the same names, and an
 * index must be creatable from it.
 */
import { ApiError, asApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import { type ComposableTemplate, priorityOf } from '../state/composable_template.js';
import { overlappingComposable, shownPatterns } from '../templates/overlaps.js';
import { checkStreamsHaveTemplates } from '../templates/streams_of_templates.js';
import {
  checkingComposition,
  checkTemplate,
  invalidTemplate,
} from '../templates/template_rules.js';
import type { Command } from './command_type.js';

export interface PutIndexTemplateRequest {
  readonly template: ComposableTemplate;
  /** True if an existing one must not be replaced. */
  readonly create: boolean;
}

export const put_index_template: Command<PutIndexTemplateRequest> = {
  name: 'put_index_template',
  priority: 'URGENT',
  source: ({ template }) => `create-index-template-v2 [${template.name}], cause [api]`,
  *execute(state, request) {
    checkBlocks(state, [], { level: 'metadata_write' });
    return yield* withIndexTemplate(state, request);
  },
};

/** Returns the state with the template added. Throws if the template is invalid. */
export function* withIndexTemplate(
  state: ClusterState,
  { template, create }: PutIndexTemplateRequest,
): Generator<void, ClusterState> {
  const { name } = template;
  const { indexTemplates } = state.metadata;
  checkComponents(state, template);
  if (create && indexTemplates.has(name)) {
    const reason = `index template [${name}] already exists`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  const templates = new Map(indexTemplates).set(name, template);
  const next = { ...state, metadata: { ...state.metadata, indexTemplates: templates } };
  yield* checkingIndexTemplate(next, template);
  return next;
}

/** Throws when a required component is missing. */
export function checkComponents({ metadata }: ClusterState, template: ComposableTemplate): void {
  const { name, composedOf = [], optionalComponents = [] } = template;
  const { componentTemplates } = metadata;
  const missing = composedOf.filter(
    (component) => !componentTemplates.has(component) && !optionalComponents.includes(component),
  );
  if (missing.length === 0) return;
  const cause = `index template [${name}] specifies component templates [${missing.join(', ')}] that do not exist`;
  throw invalidTemplate(name, cause);
}

/** Checks everything else about a template that is in the state; throws if it is invalid. */
export function* checkingIndexTemplate(
  state: ClusterState,
  template: ComposableTemplate,
): Generator<void, void> {
  const { name, patterns, composedOf = [] } = template;
  if (patterns.length === 0) {
    const reason = 'There must be at least one pattern, zero given';
    throw new ApiError('illegal_argument_exception', reason);
  }
  checkPriority(state, template);
  checkTemplate({ name, patterns, settings: template.template?.settings });
  try {
    yield* checkingComposition(state, template);
  } catch (thrown) {
    const parts =
      composedOf.length === 0 ? '' : ` with component templates [${composedOf.join(', ')}]`;
    const reason = `composable template [${name}] template after composition${parts} is invalid`;
    throw new ApiError('illegal_argument_exception', reason, { cause: asApiError(thrown) });
  }
  checkStreamsHaveTemplates(state, template);
}

function checkPriority(state: ClusterState, template: ComposableTemplate): void {
  const { name, patterns } = template;
  const priority = priorityOf(template);
  const others = overlappingComposable(state, { name, patterns, priority });
  if (others.length === 0) return;
  const names = others.map((one) => one.name).join(',');
  const reason = `index template [${name}] has index patterns [${patterns.join(', ')}] matching patterns from existing templates [${names}] with patterns (${shownPatterns(others)}) that have the same priority [${priority}], multiple index templates may not match during index creation, please use a different priority`;
  throw new ApiError('illegal_argument_exception', reason);
}
