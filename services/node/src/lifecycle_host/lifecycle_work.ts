/** Work of policies outside the cluster state: sizes of primaries, force merges, webhooks. */
import type { IndexMetadata } from '@skein/cluster';
import { ApiError, fromPlainError } from '@skein/errors';
import type { Facts, PrimaryFacts, Work } from '@skein/lifecycle';
import type { Repositories } from '../repositories/mod.js';
import { SYSTEM_IDENTITY } from '../security/system_identity.js';
import type { ShardHost } from '../shard_host/mod.js';
import type { ShardRouter } from '../shard_router/mod.js';
import { callWebhook } from './webhook.js';

export interface WorkParts {
  readonly shardRouter: Pick<ShardRouter, 'broadcast'>;
  readonly shardHost: Pick<ShardHost, 'runShardless'>;
  readonly repositories: Pick<Repositories, 'operate'>;
  /** Patterns of hosts that policies may call. */
  readonly allowedHosts: readonly string[];
}

/** Undefined if the index is closed or a primary did not answer. */
export async function primariesOf(
  { name, state, numberOfShards }: IndexMetadata,
  { shardRouter }: Pick<WorkParts, 'shardRouter'>,
  signal: AbortSignal,
): Promise<readonly PrimaryFacts[] | undefined> {
  if (state !== 'open') return undefined;
  const options = { identity: SYSTEM_IDENTITY, signal, primariesOnly: true };
  const { outcomes } = await shardRouter.broadcast('stats', [name], {}, options);
  const primaries = outcomes.flatMap((one) =>
    one.ok ? [{ docs: one.reply.docs.count, bytes: one.reply.storeBytes }] : [],
  );
  return primaries.length === numberOfShards ? primaries : undefined;
}

export class LifecycleWork {
  readonly #parts: WorkParts;

  constructor(parts: WorkParts) {
    this.#parts = parts;
  }

  /** Rejects if the work fails. */
  async run(work: Work, facts: Facts, signal: AbortSignal): Promise<void> {
    if (work.kind === 'force_merge') return this.#merge(facts.index.name, work, signal);
    if (work.kind === 'find_snapshot') return this.#find(work, signal);
    const text = await this.#rendered(work.text, facts, signal);
    await callWebhook(work.webhook, text, { allowedHosts: this.#parts.allowedHosts, signal });
  }

  async #find(
    { repository, snapshot }: Work & { readonly kind: 'find_snapshot' },
    signal: AbortSignal,
  ): Promise<void> {
    const { repositories } = this.#parts;
    const root = await repositories.operate(repository, 'read_root', {}, { signal });
    const found = root.snapshots.find(({ name }) => name === snapshot);
    if (found?.state === 'SUCCESS') return;
    const state = found === undefined ? 'missing' : `in the ${found.state} state`;
    const reason = `[${repository}:${snapshot}] is ${state}`;
    throw new ApiError('snapshot_exception', reason);
  }

  async #merge(
    index: string,
    { maxNumSegments }: Work & { readonly kind: 'force_merge' },
    signal: AbortSignal,
  ): Promise<void> {
    const merge = { maxNumSegments, onlyExpungeDeletes: false, flush: true };
    const options = { identity: SYSTEM_IDENTITY, signal };
    const { shardRouter } = this.#parts;
    const { outcomes } = await shardRouter.broadcast('force_merge', [index], merge, options);
    const failed = outcomes.find((one) => !one.ok);
    if (failed !== undefined && !failed.ok) throw fromPlainError(failed.error);
  }

  async #rendered(template: string, facts: Facts, signal: AbortSignal): Promise<string> {
    const { index, managed } = facts;
    const ctx = {
      index: index.name,
      indexUuid: index.uuid,
      index_uuid: index.uuid,
      policy_id: managed.policyId,
      state: managed.state ?? null,
      info: { message: managed.message },
    };
    const script = {
      type: 'inline',
      lang: 'mustache',
      idOrCode: template,
      options: {},
      params: { ctx },
    } as const;
    const request = { templates: [script] };
    const { results } = await this.#parts.shardHost.runShardless(
      'render_templates',
      request,
      signal,
    );
    const [result] = results;
    if (result !== undefined && 'text' in result) return result.text;
    if (result !== undefined) throw fromPlainError(result.error);
    throw new ApiError('illegal_state_exception', 'nothing was rendered');
  }
}
