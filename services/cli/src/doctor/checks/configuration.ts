/**
 * Checks the configuration on this machine, without a running node: data path, keystore, files of
 * certificates.
 */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { formatByteSize } from '@skein/base';
import { KeystoreFile, keystorePaths } from '@skein/platform';
import { NODE, readSetting, type Settings } from '@skein/settings';
import { describeFailure } from '../../run_service.js';
import { error, type Finding, warning } from '../finding.js';
import { certificateFile } from './certificates.js';

const LEAST_FREE_BYTES = 1024 ** 3;
/** The type of tmpfs, a file system in memory, in Linux's statfs(2). */
const TMPFS_MAGIC = 0x01021994;
const CERTIFICATES = [
  'http.tls.certificate',
  'transport.tls.certificate',
  'transport.tls.certificate_authorities',
];

export async function configuration(
  settings: Settings,
  folder: string,
  nowMs: number,
): Promise<readonly Finding[]> {
  return [
    // The default path is not checked: it does not exist on a machine where no node has run.
    ...(settings.has(NODE.identity.dataPath.key)
      ? dataPath(readSetting(settings, NODE.identity.dataPath))
      : []),
    ...(await keystore(settings, folder)),
    ...CERTIFICATES.flatMap((key) => {
      const path = settings.get(key) ?? '';
      return path === '' ? [] : certificateFile(key, path, nowMs);
    }),
  ];
}

export function dataPath(path: string): readonly Finding[] {
  if (!existsSync(path)) {
    return [warning(`the data path [${path}] does not exist`, `mkdir -p -m 700 ${path}`)];
  }
  if (!statSync(path).isDirectory()) {
    return [error(`the data path [${path}] is not a folder`, 'set path.data to a folder')];
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [
      error(
        `the current user may not read and write the data path [${path}]`,
        `chown -R $(id -un) ${path}`,
      ),
    ];
  }
  return diskOf(path);
}

function diskOf(path: string): readonly Finding[] {
  const { type, bavail, bsize, ffree, files } = statfsSync(path);
  const free = bavail * bsize;
  return [
    ...(type === TMPFS_MAGIC
      ? [
          error(
            `the data path [${path}] is in memory: all data is lost at a restart`,
            'set path.data to a folder on a disk',
          ),
        ]
      : []),
    ...(free < LEAST_FREE_BYTES
      ? [
          error(
            `the data path [${path}] has only ${formatByteSize(free)} of free space`,
            `df -h ${path}; du -sh ${path}/*`,
          ),
        ]
      : []),
    ...(files > 0 && ffree === 0
      ? [error(`the file system of [${path}] has no free inodes`, `df -i ${path}`)]
      : []),
  ];
}

async function keystore(settings: Settings, folder: string): Promise<readonly Finding[]> {
  const { keystoreKeyFile, keystorePassword } = NODE.identity;
  const file = new KeystoreFile(keystorePaths(folder, readSetting(settings, keystoreKeyFile)));
  if (!file.isThere()) return [];
  try {
    await file.read(readSetting(settings, keystorePassword));
    return [];
  } catch (thrown) {
    return [
      error(
        `the keystore [${file.path}] cannot be read: ${describeFailure(thrown)}`,
        'restore the key file or set the password (keystore.password); if both are lost, run skein keystore create and add each secret again',
      ),
    ];
  }
}
