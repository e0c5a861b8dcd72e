/** The methods of the API. HEAD is answered by the GET handler of a path unless it has its own. */
export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

export function isHttpMethod(text: string): text is HttpMethod {
  return (HTTP_METHODS as readonly string[]).includes(text);
}
