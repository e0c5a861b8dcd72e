/**
 * Variables of a tab: a line `@name = value` anywhere defines one, and `{{name}}` in a path or a
 * body is replaced by its value. A name in braces that has no value stays, because search templates
 * use the same syntax.
 */
import type { ParsedRequest } from './parse_requests.js';

const LINE = /^\s*@([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/;

/** The variables by name; a later definition overrides an earlier one. */
export function readVariables(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, name, value = ''] = LINE.exec(line) ?? [];
      return name === undefined ? [] : [[name, value] as const];
    }),
  );
}

export function filledIn(
  request: ParsedRequest,
  variables: ReadonlyMap<string, string>,
): ParsedRequest {
  const { path, body } = request;
  const filled = fill(path, variables);
  return {
    ...request,
    path: filled.startsWith('/') ? filled : `/${filled}`,
    body: body === undefined ? undefined : fill(body, variables),
  };
}

function fill(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (whole, name: string) => variables.get(name) ?? whole,
  );
}
