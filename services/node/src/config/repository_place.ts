/** Where snapshot repositories may be, as the settings of a node say. */
import { resolve } from 'node:path';
import { NO_SETTINGS, NODE, readSetting, type Settings, s3ClientNames } from '@skein/settings';
import { readS3Client } from './s3_client.js';

export interface RepositoryPlace {
  /** Whole paths of folders in which there may be some. */
  readonly paths: readonly string[];
  /** URLs that may be read, or patterns of them. */
  readonly urls: readonly string[];
  /** Of URLs. */
  readonly protocols: readonly string[];
  /** Of the node: its clients are in there, `s3.client.NAME.*`. */
  readonly settings: Settings;
}

/**
 * Throws illegal_argument_exception, or settings_exception, for what no repository could be made
 * with.
 */
export function readRepositoryPlace(settings: Settings): RepositoryPlace {
  const { paths, urls, protocols } = NODE.repositories;
  for (const name of s3ClientNames(settings.keys()))
    readS3Client(settings, { name, own: NO_SETTINGS });
  return {
    paths: readSetting(settings, paths).map((path) => resolve(path)),
    urls: readSetting(settings, urls),
    protocols: readSetting(settings, protocols),
    settings,
  };
}
