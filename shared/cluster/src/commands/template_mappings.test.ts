/**
 * Tests that the mappings of templates and of a request are merged as OpenSearch 2.19 merges them.
 */
import { withDefaults } from './template_mappings.js';

it('objects are joined, what is there stays', () => {
  const own = { dynamic: 'strict', properties: { f: { type: 'text', norms: false } } };
  const defaults = {
    dynamic: true,
    _routing: { required: true },
    properties: { f: { type: 'keyword', analyzer: 'english' }, g: { type: 'long' } },
  };
  expect(withDefaults(own, defaults)).toEqual({
    dynamic: 'strict',
    _routing: { required: true },
    properties: { f: { type: 'text', norms: false, analyzer: 'english' }, g: { type: 'long' } },
  });
});

it('lists: those of the defaults first, none twice', () => {
  const own = { _source: { excludes: ['_z', '_q'] }, _meta: { l: [2, 3] } };
  const defaults = { _source: { excludes: ['_q'], includes: ['a'] }, _meta: { l: [1, 2] } };
  expect(withDefaults(own, defaults)).toEqual({
    _source: { excludes: ['_q', '_z'], includes: ['a'] },
    _meta: { l: [1, 2, 3] },
  });
});

it('dynamic templates: by name, own ones first', () => {
  const own = { dynamic_templates: [{ b: { match: 'q*' } }] };
  const defaults = {
    dynamic_templates: [{ a: { match: 'a*' } }, { b: { match: 'b*', mapping: {} } }],
  };
  expect(withDefaults(own, defaults)).toEqual({
    dynamic_templates: [{ b: { match: 'q*', mapping: {} } }, { a: { match: 'a*' } }],
  });
});

it('a member named as one of every object is a member', () => {
  const defaults = JSON.parse('{"properties":{"__proto__":{"type":"long"}}}');
  const joined = withDefaults({ properties: {} }, defaults);
  expect(JSON.stringify(joined)).toBe('{"properties":{"__proto__":{"type":"long"}}}');
});
