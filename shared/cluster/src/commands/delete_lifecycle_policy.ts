/**
 * Deletes a lifecycle policy. Indices under an OpenSearch policy continue with their own copy of
 * it; an Elasticsearch policy must be unused.
 */
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import { ilmPolicyName, type LifecycleDialect, policyKey } from '../state/lifecycle.js';
import type { Command } from './command_type.js';

interface DeleteLifecyclePolicyRequest {
  readonly dialect: LifecycleDialect;
  readonly id: string;
}

export const delete_lifecycle_policy: Command<DeleteLifecyclePolicyRequest> = {
  name: 'delete_lifecycle_policy',
  priority: 'NORMAL',
  source: ({ id }) => `delete-lifecycle-${id}`,
  execute: (state, { dialect, id }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const lifecyclePolicies = new Map(state.metadata.lifecyclePolicies);
    if (!lifecyclePolicies.delete(policyKey(dialect, id))) {
      const reason =
        dialect === 'ilm' ? `Lifecycle policy not found: ${id}` : `Policy [${id}] not found`;
      throw new ApiError('resource_not_found_exception', reason);
    }
    if (dialect === 'ilm') {
      const users = [...state.metadata.indices.values()]
        .filter(({ settings }) => ilmPolicyName(settings) === id)
        .map(({ name }) => name);
      if (users.length > 0) {
        const reason = `Cannot delete policy [${id}]. It is in use by one or more indices: [${users.sort().join(', ')}]`;
        throw new ApiError('illegal_argument_exception', reason);
      }
    }
    return { ...state, metadata: { ...state.metadata, lifecyclePolicies } };
  },
};
