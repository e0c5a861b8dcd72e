/** `org.opensearch.ingest.common.Processors`, with the results of OpenSearch 2.19. */
import { ApiError } from '@skein/errors';
import { JMap, provideWorld } from '@skein/java';
import { scriptContext } from '../../contexts/registry.js';
import { fixedWorld } from './fixed_world.js';
import { compilePainless } from './painless.js';

beforeEach(() => provideWorld(fixedWorld()));

function shown(expression: string): unknown {
  const source = `ctx.r = String.valueOf(Processors.${expression})`;
  const ctx = new JMap();
  compilePainless(source, scriptContext('ingest')).run(new JMap(), ctx);
  return ctx.get('r');
}

it.each([
  ["bytes('1kb')", '1024'],
  ["bytes(' 2 MB ')", '2097152'],
  ["bytes('-1')", '-1'],
  ["bytes('0')", '0'],
  ["bytes('+5b')", '5'],
  ["bytes('9223372036854775807b')", '9223372036854775807'],
  ["urlDecode('a%20b+c')", 'a b c'],
  ["urlDecode('%e4')", '\ufffd'],
  ["urlDecode('a%C3b')", 'a\ufffdb'],
])('%s', (expression, text) => {
  expect(shown(expression)).toBe(text);
});

it.each([
  ["bytes('-5kb')", 'Values less than -1 bytes are not supported: -5kb'],
  ["bytes('8192pb')", 'Values greater than 9223372036854775807 bytes are not supported: 8192pb'],
  ["bytes('1.5kb')", 'For input string: "1.5"'],
  ["bytes('kb')", 'For input string: ""'],
  ["urlDecode('%')", 'URLDecoder: Incomplete trailing escape (%) pattern'],
])('%s fails', (expression, reason) => {
  let cause: unknown;
  try {
    shown(expression);
  } catch (thrown) {
    cause = thrown;
    while (cause instanceof ApiError && cause.cause !== undefined) cause = cause.cause;
  }
  expect(cause).toMatchObject({ reason });
});
