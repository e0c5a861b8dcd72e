/**
 * Variables of a tab: a line `@name = value` anywhere gives one, `{{name}}` in a path or a body is
 * its place. What is in two braces and has no value stays, for search templates have such names of
 * their own.
 */
import type { ParsedRequest } from './parse_requests.js';

const LINE = /^\s*@([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/;

/** The later of two of one name. */
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
