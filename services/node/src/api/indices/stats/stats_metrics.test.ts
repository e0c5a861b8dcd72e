import { EMPTY_STATS } from '@skein/shard';
import { renderSections, statFields } from './stats_metrics.js';

const STATS = { ...EMPTY_STATS, completion: [{ field: 'names', bytes: 8 }] };

test('fields are shown when they are requested, also if none of them is there', () => {
  const shown = (params: Parameters<typeof statFields>[0]) =>
    renderSections(STATS, ['fielddata', 'completion'], {
      human: false,
      fields: statFields(params),
    });
  const fielddata = { memory_size_in_bytes: 0, evictions: 0 };
  const completion = { size_in_bytes: 8 };
  expect(shown({})).toEqual({ fielddata, completion });
  expect(shown({ fields: ['na*'] })).toEqual({
    fielddata: { ...fielddata, fields: {} },
    completion: { ...completion, fields: { names: { size_in_bytes: 8 } } },
  });
  expect(shown({ completion_fields: ['nothing'] })).toEqual({
    fielddata,
    completion: { ...completion, fields: {} },
  });
});
