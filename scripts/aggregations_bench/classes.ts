/**
 * The classes of requests: values are drawn anew for every request, and each class may have the
 * same question as SQL.
 */

export interface BenchClass {
  readonly name: string;
  /** A name in `DATA_SETS`. */
  readonly set: string;
  readonly request: (draw: Draw) => Asked;
}

export interface Asked {
  readonly body: object;
  /** The same question as SQL; absent when SQL has no counterpart. */
  readonly sql?: string;
}

export interface Draw {
  /** A random number from 0 to below 1. */
  next(): number;
  of<T>(list: readonly T[]): T;
}

const avg = (field: string) => ({ a: { avg: { field } } });
const terms = (field: string, size: number, aggs?: object) => ({
  terms: { field, size },
  ...(aggs && { aggs }),
});
const AIRPORTS = ['ABQ', 'ATL', 'BOS', 'CLT', 'DCA', 'DEN', 'LAX', 'MIA', 'ORD', 'SFO', 'TPA'];

/** An aggregation over the flights of at least a drawn distance, between 0 and 1,000 miles. */
function far(aggs: object, sql: (where: string) => string): BenchClass['request'] {
  return (draw) => {
    const miles = Math.floor(draw.next() * 1e6) / 1000;
    return {
      body: { size: 0, query: { range: { distance: { gte: miles } } }, aggs },
      sql: sql(`distance >= ${miles}`),
    };
  };
}

const days = (zone?: string) => ({
  d: {
    date_histogram: {
      field: '@timestamp',
      calendar_interval: 'day',
      ...(zone && { time_zone: zone }),
    },
    aggs: avg('dep_delay'),
  },
});

/** The commonest keys of the documents in `groups` of a thousand groups. */
function keysOf(groups: number): BenchClass['request'] {
  return (draw) => {
    const from = Math.floor(draw.next() * (1000 - groups));
    const to = from + groups;
    return {
      body: {
        size: 0,
        query: { range: { group: { gte: from, lt: to } } },
        aggs: { t: terms('key', 10, avg('price')) },
      },
      sql: `SELECT key, count(*) n, avg(price) FROM keys WHERE "group" >= ${from} AND "group" < ${to} GROUP BY key ORDER BY n DESC, key LIMIT 10`,
    };
  };
}

export const CLASSES: readonly BenchClass[] = [
  {
    name: 'terms + avg',
    set: 'flights',
    request: far(
      { t: terms('dest.code', 20, avg('arr_delay')) },
      (where) =>
        `SELECT dest, count(*) n, avg(arr_delay) FROM flights WHERE ${where} GROUP BY dest ORDER BY n DESC, dest LIMIT 20`,
    ),
  },
  {
    name: 'date_histogram + avg',
    set: 'flights',
    request: far(
      days(),
      (where) =>
        `SELECT date_trunc('day', t) d, count(*), avg(dep_delay) FROM flights WHERE ${where} GROUP BY d ORDER BY d`,
    ),
  },
  {
    name: 'date_histogram time_zone',
    set: 'flights',
    request: far(
      days('America/New_York'),
      // DuckDB needs an extension for time zones; this query does less than ours.
      (where) =>
        `SELECT date_trunc('day', t - INTERVAL 5 HOUR) d, count(*), avg(dep_delay) FROM flights WHERE ${where} GROUP BY d ORDER BY d`,
    ),
  },
  {
    name: 'week in a zone',
    set: 'flights',
    request: far(
      {
        m: {
          date_histogram: {
            field: '@timestamp',
            calendar_interval: 'week',
            time_zone: 'America/New_York',
          },
        },
      },
      (where) =>
        `SELECT date_trunc('week', t - INTERVAL 5 HOUR) d, count(*) FROM flights WHERE ${where} GROUP BY d ORDER BY d`,
    ),
  },
  {
    name: 'cardinality',
    set: 'flights',
    request: far(
      { c: { cardinality: { field: 'plane.tailnum' } } },
      (where) => `SELECT approx_count_distinct(tailnum) FROM flights WHERE ${where}`,
    ),
  },
  {
    name: 'percentiles',
    set: 'flights',
    request: far(
      { p: { percentiles: { field: 'arr_delay' } } },
      (where) =>
        `SELECT approx_quantile(arr_delay, [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]) FROM flights WHERE ${where}`,
    ),
  },
  {
    name: 'composite page',
    set: 'flights',
    request(draw) {
      const after = draw.of(AIRPORTS);
      const sources = [
        { d: { terms: { field: 'dest.code' } } },
        { c: { terms: { field: 'carrier' } } },
        { m: { date_histogram: { field: '@timestamp', calendar_interval: 'month' } } },
      ];
      const at = 1_356_998_400_000 + Math.floor(draw.next() * 300) * 86_400_000;
      const composite = { size: 100, sources, after: { d: after, c: 'AA', m: at } };
      return {
        body: { size: 0, aggs: { c: { composite } } },
        sql: `SELECT dest, carrier, date_trunc('month', t) m, count(*) FROM flights WHERE (dest, carrier, epoch_ms(date_trunc('month', t))) > ('${after}', 'AA', ${at}) GROUP BY ALL ORDER BY dest, carrier, m LIMIT 100`,
      };
    },
  },
  {
    name: 'stats + filters + nested terms',
    set: 'flights',
    request(draw) {
      const carrier = draw.of(['UA', 'B6', 'EV', 'DL', 'AA', 'MQ', 'US']);
      const late = 20 + Math.floor(draw.next() * 1000) / 50;
      const day = 1 + Math.floor(draw.next() * 28);
      const range = { gte: `2013-03-${String(day).padStart(2, '0')}`, lt: '2013-11-01' };
      return {
        body: {
          size: 0,
          query: { bool: { filter: [{ term: { carrier } }, { range: { '@timestamp': range } }] } },
          aggs: {
            o: {
              terms: { field: 'origin.code' },
              aggs: {
                late: {
                  filter: { range: { dep_delay: { gt: late } } },
                  aggs: { s: { extended_stats: { field: 'dep_delay' } } },
                },
                h: terms('hour', 24),
              },
            },
          },
        },
      };
    },
  },
  {
    name: 'geohash_grid',
    set: 'cities',
    request(draw) {
      const least = Math.floor(draw.next() * 20_000);
      const grid = { field: 'location', precision: 4, size: 100 };
      return {
        body: {
          size: 0,
          query: { range: { population: { gte: least } } },
          aggs: { g: { geohash_grid: grid } },
        },
      };
    },
  },
  {
    name: 'geohash_grid, all',
    set: 'cities',
    request(draw) {
      const grid = { field: 'location', precision: 3 + Math.floor(draw.next() * 3), size: 100 };
      return { body: { size: 0, aggs: { g: { geohash_grid: grid } } } };
    },
  },
  {
    name: 'terms of 3 levels',
    set: 'flights',
    request: far(
      {
        o: terms('origin.code', 10, {
          c: terms('carrier', 20, { d: terms('dest.code', 10, avg('arr_delay')) }),
        }),
      },
      (where) =>
        `SELECT origin, carrier, dest, count(*), avg(arr_delay) FROM flights WHERE ${where} GROUP BY ALL`,
    ),
  },
  {
    name: '10 filters',
    set: 'flights',
    request: far(
      {
        f: {
          filters: {
            filters: Object.fromEntries(
              [
                { range: { dep_delay: { lt: 0 } } },
                { range: { dep_delay: { gte: 0, lt: 15 } } },
                { range: { dep_delay: { gte: 15, lt: 60 } } },
                { range: { dep_delay: { gte: 60 } } },
                { range: { air_time: { gte: 120 } } },
                { term: { carrier: 'UA' } },
                { term: { 'origin.code': 'JFK' } },
                { term: { cancelled: true } },
                { range: { 'weather.temp': { lt: 32 } } },
                { range: { hour: { gte: 18 } } },
              ].map((filter, i) => [`f${i}`, filter]),
            ),
          },
          aggs: avg('arr_delay'),
        },
      },
      (where) =>
        `SELECT ${[
          'dep_delay < 0',
          'dep_delay >= 0 AND dep_delay < 15',
          'dep_delay >= 15 AND dep_delay < 60',
          'dep_delay >= 60',
          'air_time >= 120',
          "carrier = 'UA'",
          "origin = 'JFK'",
          'cancelled',
          'temp < 32',
          'hour >= 18',
        ]
          .map((on) => `count(*) FILTER (${on}), avg(arr_delay) FILTER (${on})`)
          .join(', ')} FROM flights WHERE ${where}`,
    ),
  },
  {
    name: 'metrics of all documents',
    set: 'flights',
    request: (draw) => ({
      body: {
        size: 0,
        aggs: {
          s: { stats: { field: draw.of(['dep_delay', 'arr_delay', 'distance']) } },
          t: { min: { field: '@timestamp' } },
          n: terms('carrier', 10 + Math.floor(draw.next() * 20)),
        },
      },
    }),
  },
  { name: '1,000,000 keys', set: 'keys', request: keysOf(1000) },
  { name: '1,000,000 keys, 1,000 match', set: 'keys', request: keysOf(1) },
];
