/**
 * `mustache`: templates of search requests. The content type of a template determines how values
 * are escaped.
 */

import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  asThrowable,
  mapFromJson,
  restoreMeter,
  startMeter,
  type Throwable,
  type Value,
  wireType,
} from '@skein/java';
import { template } from '../../contexts/template.js';
import type { ScriptLanguage } from '../language_type.js';
import { type Escape, Renderer, urlEncoded } from './render_template.js';
import { type Part, parseTemplate, TemplateFault } from './template_tree.js';

export interface TemplateScript {
  readonly source: string;
  /**
   * Renders the template; whole doubles in the parameters are marked. Throws `mustache_exception`.
   */
  readonly render: (params: JsonObject, contentType: string | undefined) => string;
  /** Renders with values of scripts; characters are escaped as in JSON. */
  readonly renderValues: (params: Value) => string;
}

interface InMustache {
  readonly lang: 'mustache';
  readonly script: TemplateScript;
}

export const mustache: ScriptLanguage<InMustache> = {
  name: 'mustache',
  contexts: [template.name],
  compile: (source, { name }) => {
    if (name !== template.name) {
      const words = `mustache engine does not know how to handle context [${name}]`;
      throw new ApiError('illegal_argument_exception', words);
    }
    const parts = parsed(source);
    const script: TemplateScript = {
      source,
      render: (params, contentType) => rendered(parts, () => mapFromJson(params), contentType),
      renderValues: (params) => rendered(parts, () => params, undefined),
    };
    return { lang: 'mustache', script };
  },
};

function parsed(source: string): readonly Part[] {
  try {
    return parseTemplate(source);
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    const metadata = { script_stack: [], script: source, lang: 'mustache' };
    const cause = new ApiError('exception', error.message, { metadata: { type: error.type } });
    throw new ApiError('script_exception', error.message, { metadata, cause });
  }
}

function rendered(
  parts: readonly Part[],
  params: () => Value,
  contentType: string | undefined,
): string {
  const outer = startMeter();
  let renderer: Renderer | undefined;
  try {
    renderer = new Renderer(params(), escapeOf(contentType));
    return renderer.render(parts);
  } catch (error) {
    const thrown = asThrowable(error);
    if (thrown === undefined) throw error;
    throw failed(thrown, renderer?.lookedFor);
  } finally {
    restoreMeter(outer);
  }
}

const PLACE = '@[query-template:1]';

function failed(thrown: Throwable, lookedFor: string | undefined): ApiError {
  const message = thrown.message ?? '';
  const metadata = { type: 'mustache_exception' };
  const under = new ApiError('exception', message, {
    metadata: { type: wireType(thrown.className) },
  });
  const what = lookedFor === undefined ? '' : `for ${lookedFor} `;
  return new ApiError('exception', `Failed to get value ${what}${PLACE}`, {
    metadata,
    cause:
      lookedFor === undefined
        ? under
        : new ApiError('exception', `${message} ${PLACE}`, { metadata, cause: under }),
    // Endlessly nested sections are an error of the template, whatever this node's limits.
    ...(thrown.className === 'org.opensearch.painless.PainlessError' ? { status: 400 } : {}),
  });
}

function escapeOf(contentType = 'application/json'): Escape {
  const [type = ''] = contentType.toLowerCase().split(';');
  switch (type.trim()) {
    case 'application/json':
      return (text) => JSON.stringify(text).slice(1, -1);
    case 'application/x-www-form-urlencoded':
      return urlEncoded;
    case 'text/plain':
      return (text) => text;
    default:
      throw new ApiError(
        'illegal_argument_exception',
        `No encoder found for MIME type [${contentType}]`,
      );
  }
}
