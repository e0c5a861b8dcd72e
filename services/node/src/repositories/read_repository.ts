/** Reads a repository's type and settings into the plan that this node works by. */
import { ApiError, illegalArgument, isJavaError } from '@skein/errors';
import { readSetting, type Settings, SettingsTable } from '@skein/settings';
import type { RepositoryPlace } from '../config/repository_place.js';
import type { SecureSettings } from '../secure_settings/mod.js';
import { COMMON, LIMITED } from './common_settings.js';
import type { RepositoryPlan } from './repository_plan.js';
import * as types from './types/all.js';
import { type RepositoryType, repositoryFault } from './types/repository_type.js';

interface KnownType {
  readonly type: RepositoryType;
  /** Its settings, with those that all types have. */
  readonly table: SettingsTable;
}

const TYPES: ReadonlyMap<string, KnownType> = new Map(
  Object.values(types).map((type) => [
    type.name,
    { type, table: new SettingsTable('repository', [COMMON, LIMITED, type.settings]) },
  ]),
);

interface RepositoryRequest {
  readonly name: string;
  readonly type: string;
  readonly settings: Settings;
}

export interface RepositoryNode {
  readonly place: RepositoryPlace;
  readonly secureSettings: Pick<SecureSettings, 'get'>;
}

/**
 * Throws repository_exception with its cause where OpenSearch does, and illegal_argument_exception
 * (400) for a setting that is unknown or not supported.
 */
export function readRepository(request: RepositoryRequest, node: RepositoryNode): RepositoryPlan {
  const known = TYPES.get(request.type);
  if (known === undefined) {
    throw repositoryFault(request.name, `repository type [${request.type}] does not exist`);
  }
  checkKnown(known, request.settings);
  try {
    return planOf(known.type, request, node);
  } catch (error) {
    if (error instanceof ApiError) throw notCreated(request.name, error);
    throw error;
  }
}

function checkKnown({ type: { refused = {} }, table }: KnownType, settings: Settings): void {
  for (const key of settings.keys()) {
    const why = Object.hasOwn(refused, key) ? refused[key] : undefined;
    if (why !== undefined) throw illegalArgument(`setting [${key}] is not supported: ${why}`);
    table.known(settings, key);
  }
  for (const setting of Object.values(LIMITED)) readSetting(settings, setting);
}

function planOf(
  type: RepositoryType,
  { name, settings }: RepositoryRequest,
  node: RepositoryNode,
): RepositoryPlan {
  const common = {
    isReadOnly: readSetting(settings, COMMON.readOnly),
    isCompressed: readSetting(settings, COMMON.compress),
    maxSnapshotBytes: readSetting(settings, COMMON.maxSnapshotBytes) || undefined,
    maxRestoreBytes: readSetting(settings, COMMON.maxRestoreBytes) || undefined,
  };
  return { name, type: type.name, ...common, ...type.read({ name, settings, ...node }) };
}

/**
 * Wraps the cause as OpenSearch does. The root cause is the deepest one that is not an error of
 * Java.
 */
function notCreated(name: string, cause: ApiError): ApiError {
  const reason = `[${name}] failed to create repository`;
  const root = rootOf(cause);
  return new ApiError('repository_exception', reason, {
    cause,
    ...(root === undefined ? {} : { rootCauses: [root] }),
  });
}

function rootOf(error: ApiError): ApiError | undefined {
  if (isJavaError(error.type)) return undefined;
  return (error.cause && rootOf(error.cause)) ?? error;
}
