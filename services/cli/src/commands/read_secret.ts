/** Reads secrets from standard input: an argument could be seen by other users of the machine. */
import { ApiError } from '@skein/errors';

/** The most characters that are read. */
const LONGEST_INPUT = 8192;

/**
 * The first line of standard input. A terminal shows it while it is typed: pipe it in where others
 * may watch. `name` is the prompt's text.
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
