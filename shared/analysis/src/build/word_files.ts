/**
 * Lists of words, given in the settings or as a file of the config folder: one word a line, lines
 * that begin with `#` left out.
 */
import { javaTrim } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { ComponentSettings } from './component_settings.js';
import type { AnalysisOutside } from './outside.js';

/** `KEY` or `KEY_path`; the file goes first. `undefined`: neither is there. */
export function wordList(
  settings: ComponentSettings,
  key: string,
  outside: AnalysisOutside,
): string[] | undefined {
  const lines = linesOf(settings, key, outside);
  return lines === undefined ? settings.list(key) : lines.filter((line) => !line.startsWith('#'));
}

/** The lines of the file that `KEY_path` names, without those that have nothing in them. */
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

/** `setting`: what the messages name. */
export function textOfFile(path: string, setting: string, outside: AnalysisOutside): string {
  const bytes = outside.readFile(path);
  if (bytes === undefined) {
    const reason = `IOException while reading ${setting}: file not readable`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  try {
    // A byte order mark is of the first word, as it is for Java.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ApiError(
      'illegal_argument_exception',
      `Unsupported character encoding detected while reading ${setting}: files must be UTF-8 encoded`,
    );
  }
}
