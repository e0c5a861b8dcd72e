/** Scripts of a node: what the cache tells apart, and the limit of their size. */
import { scriptContext } from './contexts/registry.js';
import { NO_SCRIPTS, ScriptService } from './script_service.js';

const CLOCK = { nowMs: () => 0, monotonicMs: () => 0 };

test('a source that contains the separator of cache keys is not one with options', () => {
  const service = new ScriptService(CLOCK);
  const template = { type: 'inline', lang: 'mustache', params: {} } as const;
  const context = scriptContext('template');
  const options = { content_type: 'text/plain' };
  const plain = service.compile({ ...template, idOrCode: 'a', options }, context);
  const long = { ...template, idOrCode: 'a\0content_type\0text/plain', options: {} };
  expect(service.compile(long, context)).not.toBe(plain);
  expect(service.compile(long, context)).toBe(service.compile(long, context));
});

test('the size of a script is that of its UTF-8', () => {
  const settings = { ...NO_SCRIPTS.settings, maxSizeInBytes: 10 };
  const service = new ScriptService(CLOCK, { configuration: { ...NO_SCRIPTS, settings } });
  const compile = (idOrCode: string) => {
    const script = { type: 'inline', lang: 'mustache', idOrCode, options: {}, params: {} } as const;
    return service.compile(script, scriptContext('template'));
  };
  expect(compile('\u00e9'.repeat(5)).lang).toBe('mustache');
  expect(() => compile('\u00e9'.repeat(6))).toThrow('in bytes [10] with size [12] for script');
});
