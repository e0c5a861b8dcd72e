/** `mapping`: replaces strings by strings, the longest that fits first. */
import { ApiError } from '@skein/errors';
import type { CharFilterType } from '../build/component_type.js';
import { refusePath } from '../token_filter/stop_words.js';
import { TextRewriter } from './offset_map.js';

export const MAPPING: CharFilterType = {
  name: 'mapping',
  needsSettings: true,
  create: (settings) => {
    refusePath(settings, 'mappings_path');
    const mappings = parseMappings(settings.list('mappings') ?? []);
    let longest = 0;
    for (const key of mappings.keys()) longest = Math.max(longest, key.length);
    return {
      name: 'mapping',
      apply: (text) => {
        const rewriter = new TextRewriter();
        for (let at = 0; at < text.length; ) {
          const key = longestKey(mappings, text, at, longest);
          if (key === undefined) rewriter.keep(text.charAt(at));
          else rewriter.replace(key.length, mappings.get(key) ?? '');
          at += key?.length ?? 1;
        }
        return rewriter.finish();
      },
    };
  },
};

function longestKey(
  mappings: ReadonlyMap<string, string>,
  text: string,
  at: number,
  longest: number,
): string | undefined {
  for (let length = Math.min(longest, text.length - at); length > 0; length--) {
    const key = text.slice(at, at + length);
    if (mappings.has(key)) return key;
  }
  return undefined;
}

function parseMappings(rules: readonly string[]): Map<string, string> {
  const mappings = new Map<string, string>();
  for (const rule of rules) {
    const match = /^(.*?)\s*=>\s*(.*?)\s*$/s.exec(rule);
    const key = unescapeRule((match?.[1] ?? '').trim());
    if (!match || key === '') {
      throw new ApiError('illegal_argument_exception', `Invalid mapping rule : [${rule}]`);
    }
    mappings.set(key, unescapeRule(match[2] ?? ''));
  }
  return mappings;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function unescapeRule(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, hex: string | undefined, one: string) =>
    hex === undefined ? (ESCAPES[one] ?? one) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
