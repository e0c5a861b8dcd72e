/**
 * Parses a template to a tree with the parser of the `mustache` package. OpenSearch's extensions
 * (`toJson`, `join`, `url`) are sections with those names.
 */
import mustache from 'mustache';

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string; readonly escape: boolean }
  | { readonly kind: 'section'; readonly name: string; readonly parts: readonly Part[] }
  | { readonly kind: 'inverted'; readonly name: string; readonly parts: readonly Part[] }
  | { readonly kind: 'to_json'; readonly name: string }
  | { readonly kind: 'join'; readonly name: string; readonly delimiter: string }
  | { readonly kind: 'url'; readonly parts: readonly Part[] };

/** An error in a template. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
  readonly type: 'mustache_exception' | 'mustache_not_found_exception';

  constructor(message: string, type: TemplateFault['type'] = 'mustache_exception') {
    super(message);
    this.type = type;
  }
}

/** A token of the package: type, name or text, and for sections the nested tokens. */
type Token = readonly [type: string, value: string, start: number, end: number, inside?: Token[]];

const PLACE = '@[query-template:1]';
/** The package's message; the number is the index of a closing tag, or the end of the template. */
const SECTION_FAULT = /^(Unclosed|Unopened) section "([\s\S]*)" at (\d+)$/;
/** A closing tag; its name ends before white space or a sign of the closing delimiter. */
const CLOSING_TAG = /^[^/]*\/\s*([^\s}%>|)\]]*)/;

export function parseTemplate(source: string): readonly Part[] {
  // The writer has no cache: the script service caches scripts within its limits.
  const writer = new mustache.Writer();
  Object.assign(writer, { templateCache: undefined });
  let tokens: readonly Token[];
  try {
    const parsed: readonly unknown[] = writer.parse(source);
    // The types of the package do not tell the tokens apart.
    tokens = parsed as readonly Token[];
  } catch (error) {
    throw new TemplateFault(openSearchMessage(error instanceof Error ? error.message : '', source));
  }
  return tokens.map(partOf);
}

/** Translates the package's messages to OpenSearch's. */
function openSearchMessage(message: string, source: string): string {
  const [, problem, name, at] = SECTION_FAULT.exec(message) ?? [];
  if (problem === 'Unclosed' && Number(at) === source.length) {
    return `Failed to close '${name}' tag ${PLACE}`;
  }
  if (problem !== undefined) {
    const before = source.slice(0, Number(at));
    const file = `query-template:${before.split('\n').length}`;
    const closing = CLOSING_TAG.exec(source.slice(before.length))?.[1] ?? '';
    const open = problem === 'Unclosed' ? name : 'null';
    return `Mismatched start/end tags: ${open} != ${closing} in ${file} @[${file}]`;
  }
  if (message.startsWith('Unclosed tag')) return `Improperly closed variable ${PLACE}`;
  return `${message} ${PLACE}`;
}

function partOf([type, value, , , inside = []]: Token): Part {
  switch (type) {
    // Comments and changes of delimiters render nothing.
    case '!':
    case '=':
      return { kind: 'text', text: '' };
    case 'text':
      return { kind: 'text', text: value };
    case 'name':
      return { kind: 'value', name: value, escape: true };
    case '&':
      return { kind: 'value', name: value, escape: false };
    case '#':
      return extensionOf(value, inside) ?? section('section', value, inside);
    case '^':
      return section('inverted', value, inside);
    default:
      throw new TemplateFault(`Template ${value} not found`, 'mustache_not_found_exception');
  }
}

function section(kind: 'section' | 'inverted', name: string, inside: readonly Token[]): Part {
  return { kind, name, parts: inside.map(partOf) };
}

const JOIN = /^join(?:\s+delimiter='([\s\S]*)')?$/i;

function extensionOf(name: string, inside: readonly Token[]): Part | undefined {
  const lower = name.toLowerCase();
  if (lower === 'tojson') return { kind: 'to_json', name: variableOf(name, inside) };
  if (lower === 'url') return { kind: 'url', parts: inside.map(partOf) };
  const join = JOIN.exec(name);
  if (join === null) return undefined;
  return { kind: 'join', name: variableOf(name, inside), delimiter: join[1] ?? ',' };
}

/** The name inside a section that requires one; content other than text gives no name. */
function variableOf(section: string, inside: readonly Token[]): string {
  if (inside.length === 0) {
    throw new TemplateFault(
      `Mustache function [${section}] must contain one and only one identifier`,
    );
  }
  return inside.every(([type]) => type === 'text')
    ? inside
        .map(([, text]) => text)
        .join('')
        .trim()
    : '';
}
