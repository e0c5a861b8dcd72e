/**
 * JSON whose form is known: the console wrote it itself, or its source promises the form, which is
 * the issuer or the node that served the page.
 */

/** Throws a `SyntaxError` as `JSON.parse` does. */
export function trustedJson<T>(text: string): T {
  // The caller names the form; nothing checks it.
  return JSON.parse(text) as T;
}

export async function answeredJson<T>(response: Response): Promise<T> {
  return trustedJson(await response.text());
}
