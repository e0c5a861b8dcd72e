/**
 * Filters of the nodes that may hold shards, by an attribute: `….require._ip`, `….exclude.zone`.
 * Values are words or patterns with `*`; addresses must be valid.
 */
import { ApiError } from '@skein/errors';
import type { Setting } from './setting.js';
import { type Head, textSetting } from './setting_types.js';

const ADDRESS_KEY = /\.(?:_ip|_host_ip|_publish_ip)$/;

export function nodeFilterSetting(head: Head): Setting<string> {
  return textSetting(head, undefined, (text, key) => {
    if (!ADDRESS_KEY.test(key)) return;
    for (const value of text.split(',').map((word) => word.trim())) {
      if (value === '' || value.includes('*') || isAddress(value)) continue;
      throw new ApiError(
        'illegal_argument_exception',
        `invalid IP address [${value}] for [${key}]`,
      );
    }
  });
}

function isAddress(text: string): boolean {
  return text.includes(':') ? isV6(text) : isV4(text);
}

function isV4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}

/**
 * True for an IPv6 address (RFC 4291, section 2.2): eight groups, `::` for some of them once, the
 * last two also as IPv4.
 */
function isV6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1);
  const hasV4 = last?.includes('.') === true;
  if (hasV4 && !isV4(last)) return false;
  const hex = hasV4 ? groups.slice(0, -1) : groups;
  const count = hex.length + (hasV4 ? 2 : 0);
  if (!hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? count < 8 : count === 8;
}
