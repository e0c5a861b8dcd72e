/** The text of a script in explanations and messages. */
import {
  doubleText,
  isJsonArray,
  isJsonObject,
  type JsonValue,
  stringifyJson,
} from '@skein/content';
import { markedDouble } from '@skein/java';
import type { ScriptReference } from '@skein/script';

export function scriptText({ type, lang, idOrCode, options, params }: ScriptReference): string {
  const language = type === 'inline' ? `lang='${lang}', ` : '';
  return `Script{type=${type}, ${language}idOrCode='${idOrCode}', options=${mapText(options)}, params=${mapText(params)}}`;
}

/** Java's text of a map and its contents. */
function mapText(map: Readonly<Record<string, JsonValue | undefined>>): string {
  const entries = Object.entries(map).map(([key, value = null]) => `${key}=${valueText(value)}`);
  return `{${entries.join(', ')}}`;
}

function valueText(value: JsonValue): string {
  if (isJsonObject(value)) {
    const number = markedDouble(value);
    return number === undefined ? mapText(value) : doubleText(number);
  }
  if (isJsonArray(value)) return `[${value.map(valueText).join(', ')}]`;
  return typeof value === 'string' ? value : stringifyJson(value);
}
