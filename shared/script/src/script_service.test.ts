/** Scripts of a node: what the cache tells apart. */
import { scriptContext } from './contexts/registry.js';
import { ScriptService } from './script_service.js';

test('a source that contains the separator of cache keys is not one with options', () => {
  const clock = { nowMs: () => 0, monotonicMs: () => 0 };
  const service = new ScriptService(clock);
  const template = { type: 'inline', lang: 'mustache', params: {} } as const;
  const context = scriptContext('template');
  const options = { content_type: 'text/plain' };
  const plain = service.compile({ ...template, idOrCode: 'a', options }, context);
  const long = { ...template, idOrCode: 'a\0content_type\0text/plain', options: {} };
  expect(service.compile(long, context)).not.toBe(plain);
  expect(service.compile(long, context)).toBe(service.compile(long, context));
});
