/** The contract of a repository type: its settings, and how they are read into a plan. */
import { ApiError } from '@skein/errors';
import type { Setting, Settings } from '@skein/settings';
import type { RepositoryPlace } from '../../config/repository_place.js';
import type { SecureSettings } from '../../secure_settings/mod.js';
import type { RepositoryPlan } from '../repository_plan.js';

export interface RepositoryType {
  readonly name: string;
  /** The settings of this type, beside those of every repository. */
  readonly settings: Readonly<Record<string, Setting<unknown>>>;
  /** Known settings that are not supported: the reason that the error gives, by key. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Throws repository_exception, or illegal_argument_exception for an invalid value. */
  read(request: TypeRequest): Pick<RepositoryPlan, 'chunkBytes' | 'store'> & {
    /** True when repositories of this type can never be written to. */
    readonly isReadOnly?: true;
  };
}

export interface TypeRequest {
  /** The repository's name. */
  readonly name: string;
  readonly settings: Settings;
  /** The places that the operator of this node allows. */
  readonly place: RepositoryPlace;
  readonly secureSettings: Pick<SecureSettings, 'get'>;
}

export function repositoryFault(name: string, reason: string): ApiError {
  return new ApiError('repository_exception', `[${name}] ${reason}`);
}
