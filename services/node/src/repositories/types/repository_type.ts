/** What a type of repository is: its settings, and where they say that the blobs are. */
import { ApiError } from '@skein/errors';
import type { Setting, Settings } from '@skein/settings';
import type { RepositoryPlace } from '../../config/repository_place.js';
import type { SecureSettings } from '../../secure_settings/mod.js';
import type { RepositoryPlan } from '../repository_plan.js';

export interface RepositoryType {
  readonly name: string;
  /** Beside those of every repository. */
  readonly settings: Readonly<Record<string, Setting<unknown>>>;
  /** Settings that are known and not supported: what is to be told, by key. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Throws repository_exception, or illegal_argument_exception for a value that is none. */
  read(request: TypeRequest): Pick<RepositoryPlan, 'chunkBytes' | 'store'> & {
    /** It can never be written to. */
    readonly isReadOnly?: true;
  };
}

export interface TypeRequest {
  /** Of the repository. */
  readonly name: string;
  readonly settings: Settings;
  /** What the operator of this node allows. */
  readonly place: RepositoryPlace;
  readonly secureSettings: Pick<SecureSettings, 'get'>;
}

export function repositoryFault(name: string, reason: string): ApiError {
  return new ApiError('repository_exception', `[${name}] ${reason}`);
}
