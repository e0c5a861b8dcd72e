/**
 * Patterns of `dissect`: keys, and the delimiters between them. `%{a}` names a field, `%{}` and
 * `%{?a}` skip a value, `%{+a}` appends to a field (`/2` gives the order), `%{*a}` with `%{&a}`
 * builds a field from a name and a value in the text, and `->` allows a delimiter to repeat.
 */
import { ApiError } from '@skein/errors';

interface Dissection {
  /** Throws if the text does not match the pattern. */
  parse(text: string): ReadonlyMap<string, string>;
}

type Modifier = 'none' | 'append' | 'ordered' | 'name' | 'value' | 'skip';

interface Key {
  readonly name: string;
  readonly modifier: Modifier;
  readonly isSkipped: boolean;
  readonly skipsPadding: boolean;
  readonly order: number;
  /** The delimiter after the key. */
  readonly delimiter: string;
}

const MODIFIERS: Readonly<Record<string, Modifier>> = {
  '/': 'ordered',
  '+': 'append',
  '*': 'name',
  '&': 'value',
  '?': 'skip',
};

export function parseDissection(pattern: string, separator: string): Dissection {
  const leading = /^(.*?)%\{/s.exec(pattern)?.[1] ?? '';
  const found = [...pattern.slice(leading.length).matchAll(/%\{([^}]*?)\}([^%]*)/g)];
  const keys = found.map(([, key = '', delimiter = '']) => keyOf(key, delimiter));
  const names = new Set(keys.filter((key) => !key.isSkipped).map(({ name }) => name));
  if (keys.length === 0 || names.size === 0) {
    throw patternFault(pattern, 'Unable to find any keys or delimiters.');
  }
  checkReferences(pattern, keys);
  const parts = { pattern, leading, separator, keys: withAppends(keys), results: names.size };
  return { parse: (text) => dissect(text, parts) };
}

function keyOf(key: string, delimiter: string): Key {
  const modifier = modifierOf(key);
  const ordered = /[+](.*?)\/([0-9]+)(->)?$/s.exec(key);
  const marked = /([+*&?])(.*?)(->)?$/s.exec(key);
  const plain = /^(.*?)(->)?$/s.exec(key);
  const [name, padding] =
    modifier === 'ordered'
      ? [ordered?.[1], ordered?.[3]]
      : modifier === 'none'
        ? [plain?.[1], plain?.[2]]
        : [marked?.[2], marked?.[3]];
  const isSkipped = modifier === 'skip' || (modifier === 'none' && name === '');
  if (name === undefined || (name === '' && !isSkipped)) {
    throw keyFault(key, 'The key name could be determined');
  }
  return {
    name,
    modifier,
    isSkipped,
    skipsPadding: padding !== undefined,
    order: Number(ordered?.[2] ?? 0),
    delimiter,
  };
}

function modifierOf(key: string): Modifier {
  const [first, second, ...more] = key.match(/[/+*&?]/g) ?? [];
  if (first === undefined) return 'none';
  if (second === undefined) return MODIFIERS[first] ?? 'none';
  if (more.length > 0 || first !== '+' || second !== '/') {
    throw keyFault(key, 'multiple modifiers are not allowed.');
  }
  return 'ordered';
}

/** Checks that `*a` and `&a` come in pairs. */
function checkReferences(pattern: string, keys: readonly Key[]): void {
  const references = keys.filter(({ modifier }) => modifier === 'name' || modifier === 'value');
  for (const { name } of references) {
    const group = references.filter((one) => one.name === name);
    if (group.length === 2) continue;
    const names = group.map((one) => one.name).join(',');
    throw patternFault(
      pattern,
      `Found invalid key/reference associations: '${names}' Please ensure each '*<key>' is matched with a matching '&<key>`,
    );
  }
}

/** A key with the name of an appended one is appended too. */
function withAppends(keys: readonly Key[]): readonly Key[] {
  const isAppended = ({ modifier }: Key): boolean =>
    modifier === 'append' || modifier === 'ordered';
  const appended = new Set(keys.filter(isAppended).map(({ name }) => name));
  return keys.map((key) =>
    key.modifier === 'none' && appended.has(key.name) && !key.isSkipped
      ? { ...key, modifier: 'append' }
      : key,
  );
}

interface DissectionParts {
  readonly pattern: string;
  readonly leading: string;
  readonly separator: string;
  readonly keys: readonly Key[];
  /** The number of fields expected in the result. */
  readonly results: number;
}

function dissect(text: string, parts: DissectionParts): ReadonlyMap<string, string> {
  const { leading, keys } = parts;
  const values: string[] = [];
  if (text.length > leading.length && text.startsWith(leading)) {
    collect(text, leading.length, keys, values);
  }
  const fields = fieldsOf(keys, values, parts.separator);
  if (values.length === keys.length && fields.size === parts.results) return fields;
  const words = `Unable to find match for dissect pattern: ${parts.pattern} against source: ${text}`;
  throw new ApiError('find_match', words);
}

/** Collects the values of the keys in order, as many as there are. */
function collect(text: string, from: number, keys: readonly Key[], values: string[]): void {
  let at = from;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (key === undefined) return;
    const { delimiter } = key;
    if (delimiter === '') {
      // The last key takes the rest; before another key, its end is unknown.
      if (i === keys.length - 1) values.push(text.slice(at));
      return;
    }
    const end = text.indexOf(delimiter, at);
    if (end < 0) return;
    values.push(text.slice(at, end));
    at = end + delimiter.length;
    // Each directly following delimiter ends an empty value, unless it is padding.
    while (text.startsWith(delimiter, at) && at < text.length) {
      if (!key.skipsPadding) {
        if (i + 1 >= keys.length) break;
        i++;
        values.push('');
      }
      at += delimiter.length;
    }
  }
}

function fieldsOf(
  keys: readonly Key[],
  values: readonly string[],
  separator: string,
): Map<string, string> {
  const fields = new Map<string, string>();
  const appended = new Map<string, { readonly value: string; readonly order: number }[]>();
  const references = new Map<string, { name?: string; value?: string }>();
  keys.forEach(({ name, modifier, isSkipped, order }, i) => {
    const value = values[i];
    if (isSkipped || value === undefined) return;
    if (modifier === 'none') fields.set(name, value);
    else if (modifier === 'append' || modifier === 'ordered') {
      const list = appended.get(name) ?? [];
      appended.set(name, list);
      // Values without an order come first, in sequence.
      list.push({ value, order: modifier === 'ordered' ? order : i - UNORDERED });
    } else {
      const reference = references.get(name) ?? {};
      references.set(name, reference);
      reference[modifier === 'name' ? 'name' : 'value'] = value;
    }
  });
  for (const { name, value } of references.values()) {
    if (name !== undefined && value !== undefined) fields.set(name, value);
  }
  for (const [name, list] of appended) {
    const sorted = list.sort((a, b) => a.order - b.order);
    fields.set(name, sorted.map(({ value }) => value).join(separator));
  }
  return fields;
}

/** More keys than any pattern has. */
const UNORDERED = 1_000_000;

function patternFault(pattern: string, reason: string): ApiError {
  return new ApiError('pattern_parse', `Unable to parse pattern: ${pattern} Reason: ${reason}`);
}

function keyFault(key: string, reason: string): ApiError {
  return new ApiError('key_parse', `Unable to parse key: ${key} Reason: ${reason}`);
}
