/** The newest root of a repository was read: its generation is remembered, or that it is another cluster's. */
import { withGeneration } from '../snapshots/repository_rules.js';
import type { Command } from './command_type.js';

export interface NoteGenerationRequest {
  readonly repository: string;
  /** Of the registration that was read. */
  readonly uuid: string;
  readonly generation: number;
}

export const note_generation: Command<NoteGenerationRequest> = {
  name: 'note_generation',
  priority: 'NORMAL',
  source: ({ repository, generation }) => `repository-generation [${repository}][${generation}]`,
  execute: (state, { repository, uuid, generation }) =>
    state.metadata.repositories.get(repository)?.uuid === uuid
      ? withGeneration(state, repository, generation)
      : state,
};
