/**
 * `unicode_set_filter`: the characters that are changed at all, as a set in ICU's notation:
 * `[^åäöÅÄÖ]`.
 */
import { ApiError } from '@skein/errors';
import type { ComponentSettings } from './build/component_settings.js';

type Change = (text: string) => string;

/**
 * Characters outside the set stay; those in it are changed with their neighbours that are in it
 * too.
 */
export function onlyIn(settings: ComponentSettings, change: Change): Change {
  const set = settings.string('unicodeSetFilter') ?? settings.string('unicode_set_filter');
  if (set === undefined) return change;
  const members = membersOf(set);
  return (text) => text.replace(members, change);
}

/** A set of characters, escapes of them and ranges. Blanks between them mean nothing. */
const SET = /^\s*\[(\^?)((?:\\u[\da-fA-F]{4}|\\[^\w\s]|[^[\]\\&{}$:])*)\]\s*$/u;

/** Runs of members. */
function membersOf(set: string): RegExp {
  const [, not, members = ''] = SET.exec(set) ?? [];
  if (not === undefined || members === '') throw unsupported(set);
  const items = members.replaceAll(/\s/g, '').replaceAll('^', '\\^');
  try {
    return new RegExp(`[${not}${items}]+`, 'gu');
  } catch {
    throw unsupported(set);
  }
}

function unsupported(set: string): ApiError {
  const reason = `[unicode_set_filter] is not supported beyond characters and ranges in brackets: [${set}]`;
  return new ApiError('illegal_argument_exception', reason);
}
