/** Rules for the remote store settings of a new index. */
import { illegalArgument } from '@skein/errors';
import { INDEX, readSetting, type Settings } from '@skein/settings';
import { requireRepository } from '../snapshots/repository_rules.js';
import type { ClusterState } from '../state/cluster_state.js';

const { enabled, path, segmentRepository, translogRepository } = INDEX.remoteStore;

/** Sets the index's folder in the repository, which is named after its `uuid`. */
export function setRemotePath(settings: Map<string, string>, uuid: string): void {
  if (isRemote(settings)) settings.set(path.key, uuid);
  else settings.delete(path.key);
}

export function removeRemoteStore(settings: Map<string, string>): void {
  for (const { key } of Object.values(INDEX.remoteStore)) settings.delete(key);
}

export function isRemote(settings: Settings): boolean {
  return readSetting(settings, enabled);
}

/** Throws illegal_argument_exception and repository_missing_exception. */
export function checkRemoteStore(state: ClusterState, settings: Settings): void {
  const segments = readSetting(settings, segmentRepository);
  const translog = readSetting(settings, translogRepository);
  if (!isRemote(settings)) {
    const given = [segmentRepository, translogRepository].find(({ key }) => settings.has(key));
    if (given === undefined) return;
    throw illegalArgument(
      `Settings ${given.key} can only be set/enabled when ${enabled.key} is set to true`,
    );
  }
  if (segments === '') {
    throw illegalArgument(
      `Setting ${segmentRepository.key} should be provided with non-empty repository ID`,
    );
  }
  if (translog !== '' && translog !== segments) {
    throw illegalArgument(
      `[${translogRepository.key}] is [${translog}] and [${segmentRepository.key}] is [${segments}]: they must be the same repository`,
    );
  }
  requireRepository(state, segments);
}
