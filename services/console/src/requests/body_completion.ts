/**
 * Completes the members of a body and their values, from the schemas in the API's description
 * (`/_openapi.json`).
 */
import { type ApiDescription, operationAt, type Schema } from './parameter_completion.js';

/** Where the caret is in a body: inside a text between quotes. */
interface BodyPlace {
  /** The names of the members around the caret; `undefined` stands for an item of a list. */
  readonly path: readonly (string | undefined)[];
  /** True for the name of a member, false for a value. */
  readonly isName: boolean;
}

interface Frame {
  readonly isObject: boolean;
  /** The member whose value follows; undefined before its name. */
  name: string | undefined;
}

/** `before` is the body up to the caret. Undefined if the caret is outside of quotes. */
export function bodyPlace(before: string): BodyPlace | undefined {
  const frames: Frame[] = [];
  for (let i = 0; i < before.length; i++) {
    const char = before[i] ?? '';
    if (char === '"') {
      const quote = before.startsWith('"""', i) ? '"""' : '"';
      const end = endOfText(before, i + quote.length, quote);
      if (end === undefined) return quote === '"' ? placeIn(frames) : undefined;
      const top = frames.at(-1);
      if (top?.isObject) top.name ??= before.slice(i + 1, end);
      i = end + quote.length - 1;
    } else change(frames, char);
  }
  return undefined;
}

function change(frames: Frame[], char: string): void {
  const top = frames.at(-1);
  if (char === '{' || char === '[') frames.push({ isObject: char === '{', name: undefined });
  else if (char === '}' || char === ']') frames.pop();
  else if (char === ',' && top !== undefined) top.name = undefined;
}

function placeIn(frames: readonly Frame[]): BodyPlace {
  const top = frames.at(-1);
  const isName = top?.isObject === true && top.name === undefined;
  const around = isName ? frames.slice(0, -1) : frames;
  return { path: around.map(({ name }) => name), isName };
}

/** The index of the closing quote; undefined if the text is not closed. */
function endOfText(text: string, from: number, quote: string): number | undefined {
  for (let i = from; i < text.length; i++) {
    if (text[i] === '\\' && quote === '"') i++;
    else if (text.startsWith(quote, i)) return i;
  }
  return undefined;
}

/** Empty if the description names nothing at this place. */
export function bodyChoices(
  description: ApiDescription,
  request: { readonly method: string; readonly path: string },
  place: BodyPlace,
): readonly string[] {
  const [path = ''] = request.path.split('?');
  const operation = operationAt(description, request.method, path);
  const body = operation?.requestBody?.content['application/json']?.schema;
  if (body === undefined) return [];
  const schemas = place.path.reduce<readonly Schema[]>(
    (found, name) => found.flatMap((schema) => inside(schema, name, description)),
    alternatives(body, description),
  );
  const names = schemas.flatMap(({ properties, enum: words = [] }) =>
    place.isName ? Object.keys(properties ?? {}) : words,
  );
  return [...new Set(names)].sort();
}

function inside(
  { properties = {}, additionalProperties, items }: Schema,
  name: string | undefined,
  description: ApiDescription,
): readonly Schema[] {
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const own = Object.hasOwn(properties, name ?? '') ? properties[name ?? ''] : undefined;
  const schema = name === undefined ? items : (own ?? others);
  return schema === undefined ? [] : alternatives(schema, description);
}

/** The schemas that a value may have, without references. */
function alternatives(schema: Schema, description: ApiDescription): readonly Schema[] {
  const { $ref, anyOf } = schema;
  if (anyOf !== undefined) return anyOf.flatMap((one) => alternatives(one, description));
  if ($ref === undefined) return [schema];
  const named = description.components?.schemas?.[$ref.split('/').at(-1) ?? ''];
  return named === undefined ? [] : alternatives(named, description);
}
