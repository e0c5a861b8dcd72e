/**
 * Completions at the caret of the editor: methods, parts of paths, names of indices and parameters
 * and, in bodies, of members, their values and fields.
 */

import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { askJson } from '../api/client.js';
import { ApiFailure } from '../api/failure.js';
import { answeredJson } from '../json/trusted_json.js';
import { type FieldCaps, readFields } from '../search/fields.js';
import { AskedOnce } from './asked_once.js';
import { bodyChoices, bodyPlace } from './body_completion.js';
import { type ApiDescription, parameterChoices } from './parameter_completion.js';
import { REQUEST_METHODS, requestAt } from './parse_requests.js';
import { pathChoices } from './path_completion.js';
import { readVariables } from './variables.js';

/**
 * The words that a list stays valid for: while one of them is typed, the editor filters the list
 * itself. It ignores clicks on a list that it is asking for anew.
 */
const METHOD = /^[A-Za-z]*$/;
const PATH_PART = /^[^/,?{\s]*$/;
const PARAMETER = /^[^&=,{\s]*$/;
const VARIABLE = /^\w*$/;
const BODY_TEXT = /^[^"\s:{]*$/;

/** The completions of one open page. Names and descriptions are requested once and cached. */
export class RequestCompletion {
  readonly #fields = new Map<string, AskedOnce<readonly string[]>>();
  readonly #routes = new AskedOnce(routesOf);
  readonly #description = new AskedOnce(() => askJson<ApiDescription>({ path: '/_openapi.json' }));
  readonly #names = new AskedOnce(indexNames);

  async at(context: CompletionContext): Promise<CompletionResult | null> {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const variable = this.#variable(context);
    if (variable !== null) return variable;
    const [, method, path] = /^\s*(GET|POST|PUT|DELETE|HEAD|PATCH)\s+(\S*)$/i.exec(before) ?? [];
    if (method !== undefined) return this.#path(context, method.toUpperCase(), path ?? '');
    const word = context.matchBefore(/^\s*[A-Za-z]+$/);
    if (word !== null) {
      const from = context.pos - before.trimStart().length;
      const options = REQUEST_METHODS.map((label) => ({ label, apply: `${label} /` }));
      return { from, options, validFor: METHOD };
    }
    return this.#inBody(context);
  }

  async #path(
    context: CompletionContext,
    method: string,
    path: string,
  ): Promise<CompletionResult | null> {
    if (path.includes('?')) return this.#parameter(context, method, path);
    const { names, isIndex } = pathChoices(await orNothing(this.#routes.get()), method, path);
    const indices = isIndex ? await orNothing(this.#names.get()) : [];
    const [last = ''] = /[^/,]*$/.exec(path) ?? [];
    const options = [
      ...names.map((label) => ({ label, type: 'function' })),
      ...indices.map((label) => ({ label, type: 'variable' })),
    ];
    return { from: context.pos - last.length, options, validFor: PATH_PART };
  }

  async #parameter(
    context: CompletionContext,
    method: string,
    path: string,
  ): Promise<CompletionResult | null> {
    const description = await this.#description.get().catch(() => undefined);
    if (description === undefined) return null;
    const { length, names } = parameterChoices(description, method, path);
    const options = names.map((label) => ({ label, type: 'text' }));
    return { from: context.pos - length, options, validFor: PARAMETER };
  }

  /** Completes a variable after two opening braces. */
  #variable(context: CompletionContext): CompletionResult | null {
    const begun = context.matchBefore(/\{\{\w*$/);
    if (begun === null) return null;
    const names = [...readVariables(context.state.doc.toString()).keys()];
    const options = names.map((label) => ({ label, apply: `${label}}}`, type: 'variable' }));
    return { from: begun.from + 2, options, validFor: VARIABLE };
  }

  /**
   * Inside quotes of a body, completes what the API's description knows at that place, and
   * otherwise the names of fields.
   */
  async #inBody(context: CompletionContext): Promise<CompletionResult | null> {
    const begun = context.matchBefore(/"[^"\s:]*$/);
    const text = context.state.doc.toString();
    const request = requestAt(text, context.pos);
    if (begun === null || request === undefined) return null;
    const from = begun.from + 1;
    const [, ...lines] = text.slice(request.from, context.pos).split('\n');
    const place = bodyPlace(lines.filter((line) => !/^\s*(#|\/\/)/.test(line)).join('\n'));
    const members =
      place === undefined
        ? []
        : await orNothing(this.#description.get().then((all) => bodyChoices(all, request, place)));
    if (members.length > 0) {
      const options = members.map((label) => ({ label, type: 'keyword' }));
      return { from, options, validFor: BODY_TEXT };
    }
    const [, index = ''] = /^\/([^/?]*)/.exec(request.path) ?? [];
    const fields = await this.#fieldsOf(index.startsWith('_') ? '' : index);
    const options = fields.map((label) => ({ label, type: 'property' }));
    return { from, options, validFor: BODY_TEXT };
  }

  #fieldsOf(index: string): Promise<readonly string[]> {
    const asked = this.#fields.get(index) ?? new AskedOnce(() => fieldNames(index));
    this.#fields.set(index, asked);
    return orNothing(asked.get());
  }
}

async function indexNames(): Promise<readonly string[]> {
  const found = await askJson<Readonly<Record<string, readonly { readonly name: string }[]>>>({
    path: '/_resolve/index/*',
  });
  return Object.values(found).flatMap((list) => list.map(({ name }) => name));
}

async function fieldNames(index: string): Promise<readonly string[]> {
  const path = `${index === '' ? '' : `/${index}`}/_field_caps?fields=*`;
  return readFields(await askJson<FieldCaps>({ path })).map(({ name }) => name);
}

async function routesOf(): Promise<readonly string[]> {
  const response = await fetch(new URL('endpoints.json', document.baseURI));
  if (!response.ok) throw new ApiFailure(response.status, 'error', 'no list of routes');
  const { routes } = await answeredJson<{ readonly routes: readonly string[] }>(response);
  return routes;
}

/** Resolves with no names if an index is missing or may not be read, or no node answers. */
function orNothing(asked: Promise<readonly string[]>): Promise<readonly string[]> {
  return asked.catch(() => []);
}
