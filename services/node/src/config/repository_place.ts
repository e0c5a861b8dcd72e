/** The allowed locations of snapshot repositories, from the node's settings. */
import { resolve } from 'node:path';
import { NO_SETTINGS, NODE, readSetting, type Settings, s3ClientNames } from '@skein/settings';
import { readS3Client } from './s3_client.js';

export interface RepositoryPlace {
  /** Absolute paths of folders that may contain repositories. */
  readonly paths: readonly string[];
  /** Readable URLs, or patterns of them. */
  readonly urls: readonly string[];
  /** Allowed protocols of URLs. */
  readonly protocols: readonly string[];
  /** Origins of services and proxies that `s3` repositories may name, or patterns of them. */
  readonly s3Endpoints: readonly string[];
  /** Settings of the node, which include its clients, `s3.client.NAME.*`. */
  readonly settings: Settings;
}

/**
 * Throws illegal_argument_exception or settings_exception for settings that no repository could
 * use.
 */
export function readRepositoryPlace(settings: Settings): RepositoryPlace {
  const { paths, urls, protocols, s3Endpoints } = NODE.repositories;
  for (const name of s3ClientNames(settings.keys()))
    readS3Client(settings, { name, own: NO_SETTINGS });
  return {
    paths: readSetting(settings, paths).map((path) => resolve(path)),
    urls: readSetting(settings, urls),
    protocols: readSetting(settings, protocols),
    s3Endpoints: readSetting(settings, s3Endpoints),
    settings,
  };
}
