/** A snapshot repository is registered, or another one under its name. */
import { randomId } from '@skein/base';
import { ApiError } from '@skein/errors';
import { isInUse, withRepository } from '../snapshots/repository_rules.js';
import { checkBlocks } from '../state/blocks.js';
import { UNKNOWN_GENERATION } from '../state/snapshot_records.js';
import type { Command } from './command_type.js';

export interface PutRepositoryRequest {
  readonly name: string;
  readonly type: string;
  /** Flat; have been read without a fault. */
  readonly settings: Readonly<Record<string, string>>;
}

export const put_repository: Command<PutRepositoryRequest> = {
  name: 'put_repository',
  priority: 'NORMAL',
  source: ({ name }) => `put_repository [${name}]`,
  execute: (state, { name, type, settings }, { random }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const known = state.metadata.repositories.get(name);
    if (known !== undefined) {
      if (isSame(known, { type, settings }) && known.generation >= UNKNOWN_GENERATION) return state;
      checkUnused(state, name);
    }
    const uuid = randomId(random);
    return withRepository(state, { name, uuid, type, settings, generation: UNKNOWN_GENERATION });
  },
};

type Given = Pick<PutRepositoryRequest, 'type' | 'settings'>;

function isSame(known: Given, given: Given): boolean {
  const [a, b] = [known, given].map(({ settings }) => Object.entries(settings).sort());
  return known.type === given.type && JSON.stringify(a) === JSON.stringify(b);
}

export function checkUnused(state: Parameters<typeof isInUse>[0], name: string): void {
  if (!isInUse(state, name)) return;
  const reason = 'trying to modify or unregister repository that is currently used';
  throw new ApiError('illegal_state_exception', reason);
}
