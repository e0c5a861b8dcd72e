/** `fs`: a folder that all nodes share. It must be inside one of the folders of `path.repo`. */
import { isAbsolute, join, relative, resolve } from 'node:path';
import { ApiError } from '@skein/errors';
import { readSetting, sizeSetting, textSetting } from '@skein/settings';
import type { RepositoryPlace } from '../../config/repository_place.js';
import { type RepositoryType, repositoryFault } from './repository_type.js';

const SETTINGS = {
  location: textSetting([
    'location',
    'dynamic',
    'folder of the repository: an absolute path, or a path relative to the first folder of path.repo',
  ]),
  basePath: textSetting(
    ['base_path', 'dynamic', 'folder in location that holds the blobs'],
    '',
    (path) => {
      if (!isAbsolute(path) && !/^[\\]|^[A-Za-z]:|\.\./.test(path)) return;
      throw new ApiError(
        'illegal_argument_exception',
        `[base_path] must be a relative path that does not contain '..' segments; got [${path}]`,
      );
    },
  ),
  chunkSize: sizeSetting(
    ['chunk_size', 'dynamic', 'size of the largest blob, in bytes'],
    undefined,
    { min: 5 },
  ),
} as const;

export const fs: RepositoryType = {
  name: 'fs',
  settings: SETTINGS,
  read: ({ name, settings, place }) => {
    const location = readSetting(settings, SETTINGS.location);
    if (location === '') throw repositoryFault(name, 'missing location');
    const folder = allowedFolder(place, location);
    if (folder === undefined) {
      const why = place.paths.length === 0 ? ' because this setting is empty' : '';
      const reason = `location [${location}] doesn't match any of the locations specified by path.repo${why}`;
      throw repositoryFault(name, reason);
    }
    return {
      chunkBytes: readSetting(settings, SETTINGS.chunkSize) || undefined,
      store: { kind: 'folder', path: join(folder, readSetting(settings, SETTINGS.basePath)) },
    };
  },
};

/** The absolute path; undefined if it is in none of the folders that the operator allows. */
export function allowedFolder(
  { paths }: Pick<RepositoryPlace, 'paths'>,
  location: string,
): string | undefined {
  return paths
    .map((root) => ({ root, folder: resolve(root, location) }))
    .find(({ root, folder }) => isWithin(root, folder))?.folder;
}

function isWithin(root: string, folder: string): boolean {
  const way = relative(root, folder);
  return way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way);
}
