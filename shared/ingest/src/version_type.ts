/** The types of versions, by the names that requests and pipelines give them. */
import { ApiError } from '@skein/errors';

export type VersionType = 'internal' | 'external' | 'external_gte';

const VERSION_TYPES: ReadonlyMap<string, VersionType> = new Map([
  ['internal', 'internal'],
  ['external', 'external'],
  ['external_gt', 'external'],
  ['external_gte', 'external_gte'],
]);

export function versionTypeOf(text: string): VersionType {
  const type = VERSION_TYPES.get(text);
  if (type !== undefined) return type;
  throw new ApiError('illegal_argument_exception', `No version type match [${text}]`);
}
