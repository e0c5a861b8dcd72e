/**
 * JSON whose form its writer promises: answers of a server under test, files of the project or of a
 * tool. The caller names the form; nothing checks it.
 */
import { readFileSync } from 'node:fs';

export function trustedJson<T>(text: string): T {
  // The one place where such a form is taken on trust.
  return JSON.parse(text) as T;
}

export function fileJson<T>(path: string): T {
  return trustedJson(readFileSync(path, 'utf8'));
}

export async function answeredJson<T>(answer: Response): Promise<T> {
  return trustedJson(await answer.text());
}
