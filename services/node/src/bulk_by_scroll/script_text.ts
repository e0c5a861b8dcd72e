/** A script, as shown in descriptions of tasks. */
import { stringifyJson } from '@skein/content';
import type { ScriptReference } from '@skein/script';

export function scriptText({ type, lang, idOrCode, options, params }: ScriptReference): string {
  const shownLang = lang === undefined ? '' : `, lang='${lang}'`;
  const shownOptions = type === 'stored' ? '' : `, options=${stringifyJson({ ...options })}`;
  return `Script{type=${type}${shownLang}, idOrCode='${idOrCode}'${shownOptions}, params=${stringifyJson(params)}}`;
}
