/** `mapping`: replaces strings by strings; the longest key that matches wins. */
import { javaTrim } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { CharFilterType } from '../build/component_type.js';
import { linesOf } from '../build/word_files.js';
import { TextRewriter } from './offset_map.js';

export const MAPPING: CharFilterType = {
  name: 'mapping',
  needsSettings: true,
  create: (settings, { outside }) => {
    const rules = linesOf(settings, 'mappings', outside) ?? settings.list('mappings');
    if (rules === undefined) {
      throw new ApiError(
        'illegal_argument_exception',
        'mapping requires either `mappings` or `mappings_path` to be configured',
      );
    }
    const mappings = parseMappings(rules);
    let longest = 0;
    for (const key of mappings.keys()) longest = Math.max(longest, key.length);
    return {
      name: 'mapping',
      charLevel: true,
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
  for (const [index, rule] of rules.entries()) {
    if (rule.startsWith('#')) continue;
    const refused = (why: string) =>
      new ApiError('runtime_exception', `Line [${index + 1}]: ${why}`);
    const match = /^(.*)\s*=>\s*(.*)\s*$/s.exec(rule);
    if (!match) throw refused(`Invalid mapping rule : [${rule}]`);
    const [, left = '', right = ''] = match;
    const [from, to] = [left, right].map((side) => unescapeRule(javaTrim(side), refused));
    if (from === undefined || from === '') {
      throw new ApiError('illegal_argument_exception', 'cannot match the empty string');
    }
    if (mappings.has(from)) {
      throw new ApiError('illegal_argument_exception', `match "${from}" was already added`);
    }
    mappings.set(from, to ?? '');
  }
  return mappings;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function unescapeRule(text: string, refused: (why: string) => ApiError): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.?))/gs,
    (_, hex: string | undefined, one: string | undefined) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (one === undefined || one === '') throw refused(`Invalid escaped char in [${text}]`);
      return ESCAPES[one] ?? one;
    },
  );
}
