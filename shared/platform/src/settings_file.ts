/** Reads a file that a setting names; it must be readable when the node starts. */

import { readFileSync } from 'node:fs';
import { reasonOf } from '@skein/base';
import { ApiError } from '@skein/errors';

export function readSettingsFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (failure) {
    throw new ApiError('settings_exception', `file [${path}] cannot be read: ${reasonOf(failure)}`);
  }
}
