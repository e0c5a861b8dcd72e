import { editDistance } from '@skein/base';
import { INDEX_SETTINGS } from './index/index_settings.js';

jest.mock('@skein/base', () => {
  const base = jest.requireActual('@skein/base');
  return { ...base, editDistance: jest.fn(base.editDistance) };
});

test('a key is compared with known ones only if its length is near theirs', () => {
  const { message } = INDEX_SETTINGS.unknown('index.number_of_shard');
  expect(message).toContain('did you mean [index.number_of_shards]?');
  expect(editDistance).toHaveBeenCalled();
  jest.mocked(editDistance).mockClear();
  expect(INDEX_SETTINGS.unknown(`index.${'x'.repeat(500)}`).message).toContain('please check');
  expect(editDistance).not.toHaveBeenCalled();
});
