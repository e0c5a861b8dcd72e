/**
 * `unicode_set_filter`: restricts the characters that a filter changes to a set in ICU's notation:
 * `[^åäöÅÄÖ]`.
 */
import { ApiError } from '@skein/errors';
import type { ComponentSettings } from './build/component_settings.js';

type Change = (text: string) => string;

/**
 * Leaves characters outside the set as they are; runs of characters in the set are changed
 * together.
 */
export function onlyIn(settings: ComponentSettings, change: Change): Change {
  const set = settings.string('unicodeSetFilter') ?? settings.string('unicode_set_filter');
  if (set === undefined) return change;
  const members = membersOf(set);
  return (text) => text.replace(members, change);
}

/** A set of characters, escapes and ranges. Blanks between them are ignored. */
const SET = /^\s*\[(\^?)((?:\\u[\da-fA-F]{4}|\\[^\w\s]|[^[\]\\&{}$:])*)\]\s*$/u;

/** Matches runs of the set's members. */
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
