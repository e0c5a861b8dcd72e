/**
 * Lists of words, given in the settings or as a file of the config folder. A file has one word on
 * each line; lines that begin with `#` are skipped.
 */
import { javaTrim } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { ComponentSettings } from './component_settings.js';
import type { AnalysisOutside } from './outside.js';

/** Reads `KEY_path` or, without it, `KEY`; `undefined` if neither is set. */
export function wordList(
  settings: ComponentSettings,
  key: string,
  outside: AnalysisOutside,
): string[] | undefined {
  const lines = linesOf(settings, key, outside);
  return lines === undefined ? settings.list(key) : lines.filter((line) => !line.startsWith('#'));
}

/** The lines of the file that `KEY_path` names, without empty ones. */
export function linesOf(
  settings: ComponentSettings,
  key: string,
  outside: AnalysisOutside,
): string[] | undefined {
  const path = settings.string(`${key}_path`);
  if (path === undefined) return undefined;
  return textOfFile(path, `${key}_path`, outside)
    .split(/\r\n|\r|\n/)
    .map(javaTrim)
    .filter((line) => line !== '');
}

/** Reads a file as UTF-8. Error messages name `setting`. */
export function textOfFile(path: string, setting: string, outside: AnalysisOutside): string {
  const bytes = outside.readFile(path);
  if (bytes === undefined) {
    const reason = `IOException while reading ${setting}: file not readable`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  try {
    // A byte order mark stays part of the first word, as in Java.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ApiError(
      'illegal_argument_exception',
      `Unsupported character encoding detected while reading ${setting}: files must be UTF-8 encoded`,
    );
  }
}
