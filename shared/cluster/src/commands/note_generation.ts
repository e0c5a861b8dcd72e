/**
 * Records the generation of a repository's newest root after it was read, or that another cluster
 * wrote it.
 */
import { type InTerm, withGeneration } from '../snapshots/repository_rules.js';
import type { Command } from './command_type.js';

interface NoteGenerationRequest extends InTerm {
  readonly repository: string;
  /** UUID of the registration that was read. */
  readonly uuid: string;
  /** The recorded generation at the time the root was read. */
  readonly replaced: number;
  readonly generation: number;
}

export const note_generation: Command<NoteGenerationRequest> = {
  name: 'note_generation',
  priority: 'NORMAL',
  source: ({ repository, generation }) => `repository-generation [${repository}][${generation}]`,
  execute: (state, { repository, uuid, replaced, generation, term }) => {
    const known = state.metadata.repositories.get(repository);
    const isAsRead = known?.uuid === uuid && known.generation === replaced;
    if (!isAsRead || state.term !== term) return state;
    return withGeneration(state, repository, generation);
  },
};
