import type { ParamValues } from '@skein/http';
import { getRequest, type READ_PARAMS } from './read_params.js';

const asked = (given: Partial<ParamValues<typeof READ_PARAMS>>) =>
  getRequest(
    { index: 'i', id: '1' },
    {
      preference: undefined,
      realtime: true,
      refresh: false,
      routing: undefined,
      _source: undefined,
      _source_includes: undefined,
      _source_excludes: undefined,
      version: undefined,
      version_type: 'internal',
      ...given,
    },
  );

test.each([
  ['internal', 0],
  ['internal', -1],
  ['external', -1],
  ['external_gte', -2],
] as const)('no document has the version of the type %s: %i', (type, version) => {
  expect(() => asked({ version, version_type: type })).toThrow(
    `Validation Failed: 1: illegal version value [${version}] for version type [${type.toUpperCase()}];`,
  );
});

test('the first version of each type', () => {
  expect(asked({ version: 1 })).toMatchObject({ version: 1, versionType: 'internal' });
  expect(asked({ version: 0, version_type: 'external' })).toMatchObject({ version: 0 });
});
