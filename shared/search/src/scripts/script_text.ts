/** A script as explanations and messages show it. */
import { stringifyJson } from '@skein/content';
import type { ScriptReference } from '@skein/script';

export function scriptText({ type, lang, idOrCode, options, params }: ScriptReference): string {
  const language = type === 'inline' ? `lang='${lang}', ` : '';
  return `Script{type=${type}, ${language}idOrCode='${idOrCode}', options=${mapText(options)}, params=${mapText(params)}}`;
}

/** As Java prints a map. */
function mapText(map: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(map).map(([key, value]) => {
    const text = typeof value === 'string' ? value : stringifyJson((value ?? null) as never);
    return `${key}=${text}`;
  });
  return `{${entries.join(', ')}}`;
}
