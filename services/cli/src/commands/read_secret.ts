/** Secrets from standard input: an argument could be seen by others. */
import { ApiError } from '@skein/errors';

/** Longest that is read, characters. */
const LONGEST_INPUT = 8192;

/**
 * The first line. On a terminal it is shown while typed: pipe it in where somebody may be watching.
 * `name` is what the prompt asks for.
 */
export async function readSecret(name: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`${name}: `);
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.includes('\n') || text.length > LONGEST_INPUT) break;
  }
  const [line = ''] = text.split(/\r?\n/, 1);
  if (line !== '') return line;
  throw new ApiError('illegal_argument_exception', `no ${name} came from standard input`);
}
