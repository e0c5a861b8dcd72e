import { withWords } from './human_words.js';

test('sizes and times get words, at any depth; what has some keeps them', () => {
  expect(
    withWords({
      uptime_in_millis: 1500,
      limit_size: 'given',
      limit_size_in_bytes: 2048,
      data: [{ total_in_bytes: 1024, path: '/data' }],
      io_stats: { io_time_in_millis: 5 },
      usage_in_bytes: '77',
    }),
  ).toEqual({
    uptime: '1.5s',
    uptime_in_millis: 1500,
    limit_size: 'given',
    limit_size_in_bytes: 2048,
    data: [{ total: '1kb', total_in_bytes: 1024, path: '/data' }],
    io_stats: { io_time_in_millis: 5 },
    usage_in_bytes: '77',
  });
});
