/** What every alias change does: check the caller on each index, run the command, acknowledge. */
import { type AliasAction, INDICES_OPTIONS, resolveIndices } from '@skein/cluster';
import { acknowledged, type Reply } from '@skein/http';
import type { Actors } from '../../actors.js';
import type { SubmitOptions } from '../../master_service/mod.js';
import type { RequestContext } from '../endpoint.js';

export async function runAliasActions(
  actions: readonly AliasAction[],
  options: SubmitOptions,
  { masterService, security }: Actors,
  { identity, nowMs }: RequestContext,
): Promise<Reply> {
  const state = masterService.state();
  for (const action of actions) {
    const lenient = { ...INDICES_OPTIONS.lenientExpandHidden, ignoreAliases: true };
    const indices = resolveIndices(state, action.indices, lenient, nowMs);
    const aliases =
      action.kind === 'add' ? [action.alias] : action.kind === 'remove' ? action.aliases : [];
    const plainAliases = aliases.filter((alias) => alias !== '_all' && !alias.includes('*'));
    security.authorizeIndices(identity, 'indices:manage', [...indices, ...plainAliases]);
  }
  const outcome = await masterService.submit('update_aliases', { actions }, options);
  return acknowledged({}, outcome.acknowledged);
}
