/**
 * Writes a request as a command for a shell. The token is written as `$TOKEN`, because such lines
 * are pasted into chats.
 */
interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: string | undefined;
  readonly needsToken: boolean;
  readonly isLines?: boolean;
}

export function curlOf({ method, url, body, needsToken, isLines = false }: CurlRequest): string {
  const type = isLines ? 'application/x-ndjson' : 'application/json';
  const parts = [
    method === 'GET' && body === undefined ? 'curl' : `curl -X ${method}`,
    quoted(url),
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: ${type}'`, `${isLines ? '--data-binary' : '-d'} ${quoted(body)}`]),
  ];
  return parts.join(' ');
}

/**
 * Quotes a text for a POSIX shell: a quote inside ends the string, is escaped, and begins a new
 * one.
 */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
