/** `kv`: splits `a=1 b=2` into fields. */
import type { ConfigReader } from '../config_reader.js';
import { illegalArgument } from '../faults.js';
import type { IngestDocument } from '../ingest_document.js';
import type { ProcessorContext, ProcessorType, Template } from '../processor_type.js';
import { template } from '../templates.js';
import { compileJavaPattern, type JavaPattern } from '../text/java_pattern.js';
import { splitAll, splitOnce } from '../text/java_split.js';

const OPENING = new Set(['(', '[', '<', '"', "'"]);
const CLOSING = new Set([')', ']', '>', '"', "'"]);

export const kv: ProcessorType = {
  name: 'kv',
  create: (config, context) => {
    const reading = readKv(config, context);
    return { run: (document) => extract(document, reading, context) };
  },
};

type Trim = (text: string) => string;

interface KvReading {
  readonly field: Template;
  readonly target: Template | undefined;
  readonly prefix: string;
  readonly fieldSplit: string;
  readonly valueSplit: string;
  readonly trimKey: Trim;
  readonly trimValue: Trim;
  readonly keeps: (key: string) => boolean;
  readonly ignoreMissing: boolean;
}

function readKv(config: ConfigReader, { scripts }: ProcessorContext): KvReading {
  const field = template(config.string('field'), 'field', config, scripts);
  const targetField = config.optionalString('target_field') ?? '';
  const target =
    targetField === '' ? undefined : template(targetField, 'target_field', config, scripts);
  const fieldSplit = config.string('field_split');
  const valueSplit = config.string('value_split');
  const trimKey = trimmer(config.optionalString('trim_key'));
  const trimText = trimmer(config.optionalString('trim_value'));
  const prefix = config.optionalString('prefix') ?? '';
  const stripBrackets = config.boolean('strip_brackets', false);
  const included = setOf(config.optionalStrings('include_keys'));
  const excluded = setOf(config.optionalStrings('exclude_keys'));
  return {
    field,
    target,
    prefix,
    fieldSplit,
    valueSplit,
    trimKey,
    trimValue: stripBrackets ? (text) => trimText(withoutBrackets(text)) : trimText,
    keeps: (key) => (included?.has(key) ?? true) && excluded?.has(key) !== true,
    ignoreMissing: config.boolean('ignore_missing', false),
  };
}

function setOf(keys: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return keys && new Set(keys);
}

function extract(
  document: IngestDocument,
  reading: KvReading,
  { regexes }: ProcessorContext,
): void {
  const { target, prefix, keeps, trimKey, trimValue } = reading;
  const under = target?.(document) ?? '';
  const pathPrefix = under === '' ? prefix : `${under}.${prefix}`;
  const fields = compileJavaPattern(reading.fieldSplit);
  const values = compileJavaPattern(reading.valueSplit);
  const path = reading.field(document);
  const text = textOf(document, path, reading.ignoreMissing);
  if (text === undefined) return;
  for (const part of splitAll(text, fields, { regexes, preserveTrailing: false })) {
    const [name, value] = pair(part, values, { path, reading, regexes });
    const key = trimKey(name);
    if (!keeps(key)) continue;
    const to = `${pathPrefix}${key}`;
    if (document.has(to)) document.append(to, trimValue(value));
    else document.set(to, trimValue(value));
  }
}

function textOf(
  document: IngestDocument,
  path: string,
  ignoreMissing: boolean,
): string | undefined {
  if (path === '' || !document.has(path, true)) {
    if (ignoreMissing) return undefined;
    throw illegalArgument(
      path === '' ? 'field path cannot be null nor empty' : `field [${path}] doesn't exist`,
    );
  }
  const text = document.string(path, ignoreMissing);
  if (text !== null) return text;
  if (ignoreMissing) return undefined;
  throw illegalArgument(`field [${path}] is null, cannot extract key-value pairs. `);
}

function pair(
  part: string,
  values: JavaPattern,
  {
    path,
    reading,
    regexes,
  }: Pick<ProcessorContext, 'regexes'> & {
    readonly path: string;
    readonly reading: KvReading;
  },
): readonly [string, string] {
  const found = splitOnce(part, values, regexes);
  if (found !== undefined) return found;
  throw illegalArgument(`field [${path}] does not contain value_split [${reading.valueSplit}]`);
}

/**
 * Removes the characters of `chars` from both ends. As in OpenSearch, a fault in them is reported
 * when a document is processed, and shows the whole expression that they become a part of.
 */
function trimmer(chars: string | undefined): Trim {
  if (chars === undefined) return (text) => text;
  return (text) => {
    compileJavaPattern(`(^([${chars}]+))|([${chars}]+$)`);
    const { expression } = compileJavaPattern(`[${chars}]`);
    const isTrimmed = (character: string): boolean => {
      expression.lastIndex = 0;
      return expression.test(character);
    };
    let from = 0;
    while (from < text.length && isTrimmed(characterAt(text, from))) {
      from += characterAt(text, from).length;
    }
    let to = text.length;
    while (to > from && isTrimmed(characterBefore(text, to))) {
      to -= characterBefore(text, to).length;
    }
    return text.slice(from, to);
  };
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function characterBefore(text: string, end: number): string {
  const pair = text.slice(Math.max(end - 2, 0), end);
  return (pair.codePointAt(0) ?? 0) > 0xffff ? pair : text.charAt(end - 1);
}

function withoutBrackets(text: string): string {
  const from = OPENING.has(text[0] ?? '') ? 1 : 0;
  const to = text.length > from && CLOSING.has(text.at(-1) ?? '') ? text.length - 1 : text.length;
  return text.slice(from, to);
}
