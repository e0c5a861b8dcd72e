/** Renders the text of a template. */
import { assert } from '@skein/base';
import type { JsonObject } from '@skein/content';
import type { Value } from '@skein/java';
import { template } from './contexts/template.js';
import type { TemplateScript } from './languages/mustache/language.js';
import { CONTENT_TYPE_OPTION, type ScriptReference } from './script_reference.js';
import type { ScriptService } from './script_service.js';

export type RenderTemplate = (params: JsonObject) => string;

/**
 * Compiles at once: throws `script_exception`, `resource_not_found_exception`; rendering throws
 * `mustache_exception`.
 */
export function templateRenderer(
  scripts: ScriptService,
  reference: ScriptReference,
): RenderTemplate {
  const script = templateScript(scripts, reference);
  const options =
    reference.type === 'stored' ? scripts.stored(reference.idOrCode).options : reference.options;
  return (params) => script.render(params, options[CONTENT_TYPE_OPTION]);
}

/** A template with script values as parameters. Compiles at once, like `templateRenderer`. */
export function templateOverValues(
  scripts: ScriptService,
  source: string,
): (params: Value) => string {
  const reference: ScriptReference = {
    type: 'inline',
    lang: 'mustache',
    idOrCode: source,
    options: {},
    params: {},
  };
  return templateScript(scripts, reference).renderValues;
}

function templateScript(scripts: ScriptService, reference: ScriptReference): TemplateScript {
  const compiled = scripts.compile(reference, template);
  assert(compiled.lang === 'mustache', `a template is in [${compiled.lang}]`);
  return compiled.script;
}
