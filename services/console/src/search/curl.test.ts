import { execFileSync } from 'node:child_process';
import { curlOf } from './curl.js';

/** The words that a shell reads from the line. */
function words(line: string): readonly string[] {
  const script = line.replace(/^curl/, 'set --') + String.raw`; printf '%s\0' "$@"`;
  return execFileSync('sh', ['-c', script], { env: { TOKEN: 't' } })
    .toString()
    .split('\0')
    .slice(0, -1);
}

it('is read by a shell as it was meant', () => {
  const body = `{"q":"it's \\"quoted\\" $HOME \`x\`\\n"}`;
  const line = curlOf({ method: 'POST', url: 'http://h/a?b=c&d', body, needsToken: true });
  expect(words(line)).toEqual([
    '-X',
    'POST',
    'http://h/a?b=c&d',
    '-H',
    'Authorization: Bearer t',
    '-H',
    'Content-Type: application/json',
    '-d',
    body,
  ]);
});

it('is short for what is short', () => {
  expect(curlOf({ method: 'GET', url: 'http://h/', needsToken: false })).toBe("curl 'http://h/'");
});
