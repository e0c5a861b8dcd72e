/**
 * Stores the built-in templates and their policies on the master if `stack.templates.enabled` is
 * set. A template that a user has changed stays.
 */
import type { Log } from '@skein/base';
import { type ClusterState, clusterSettings, policyKey } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import { CLUSTER, readSetting } from '@skein/settings';
import type { MasterService } from '../master_service/mod.js';
import { BUILT_IN, type BuiltIn } from './built_in.js';

export interface StackTemplatesParts {
  readonly localNodeId: string;
  readonly masterService: Pick<MasterService, 'state' | 'submit'>;
  readonly log: Log;
}

const WAITS = { timeoutMs: 30_000, masterTimeoutMs: 30_000 };

export class StackTemplates {
  readonly #parts: StackTemplatesParts;
  #storing: Promise<void> | undefined;
  #isStopped = false;
  /** The templates that conflicted with a built-in one, which is retried when they change. */
  #refusedBeside: ClusterState['metadata']['indexTemplates'] | undefined;

  constructor(parts: StackTemplatesParts) {
    this.#parts = parts;
  }

  apply(next: ClusterState): void {
    if (this.#storing !== undefined || this.#isStopped) return;
    if (next.metadata.indexTemplates === this.#refusedBeside) return;
    if (next.masterNodeId !== this.#parts.localNodeId || missingOf(next).length === 0) return;
    this.#storing = this.#store().finally(() => {
      this.#storing = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#storing;
  }

  async #store(): Promise<void> {
    const { masterService, log } = this.#parts;
    try {
      for (const { template, policy } of missingOf(masterService.state())) {
        const { lifecyclePolicies } = masterService.state().metadata;
        if (!lifecyclePolicies.has(policyKey('ilm', policy.id))) {
          const request = { ...policy, dialect: 'ilm', mustBeNew: true } as const;
          await masterService.submit('put_lifecycle_policy', request, WAITS);
        }
        await masterService.submit('put_index_template', { template, create: true }, WAITS);
      }
    } catch (thrown) {
      this.#refusedBeside = masterService.state().metadata.indexTemplates;
      const { reason } = asApiError(thrown);
      log.warn('built-in template not stored', { reason });
    }
  }
}

/** Empty if the templates are not enabled, or while a block forbids metadata changes. */
function missingOf(state: ClusterState): readonly BuiltIn[] {
  const { metadata, blocks } = state;
  if (blocks.global.length > 0) return [];
  if (!readSetting(clusterSettings(state), CLUSTER.general.stackTemplates)) return [];
  return BUILT_IN.filter(({ template }) => !metadata.indexTemplates.has(template.name));
}
