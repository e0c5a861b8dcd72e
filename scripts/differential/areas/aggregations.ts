/**
 * The area of `_search` with trees of aggregations, over the same documents in one shard and in
 * three.
 */
import type { Area, Case, IndexPlan, Surroundings } from '../area.ts';
import { realDocuments, stringsOf } from '../corpus.ts';
import type { Dice } from '../dice.ts';
import { isObject, type Json, type Made } from '../json.ts';
import { AggregationGenerator, type AggregationSchema } from './aggregation_generator.ts';

const DEPTH = 3;
const DOCUMENTS = 700;
const STEP = 12;

export const AGGREGATIONS: Area = {
  name: 'aggregations',
  prepare: (surroundings) => {
    const { dice } = surroundings;
    const documents = documentsOf(surroundings);
    const indices = [1, 3].map((shards) => indexOf(surroundings.prefix, shards, documents));
    const generator = new AggregationGenerator(schemaOf(documents), dice);
    return { indices, next: () => nextCase(dice, generator, dice.pick(indices).name) };
  },
};

function nextCase(dice: Dice, generator: AggregationGenerator, index: string): Case {
  const body: Made = { size: 0, track_total_hits: true };
  if (dice.chance(30)) body.query = generator.query();
  body.aggs = dice.chance(30) ? generator.spoiled(generator.tree(DEPTH)) : generator.tree(DEPTH);
  const path = `/${index}/_search${dice.chance(10) ? '?typed_keys' : ''}`;
  return { method: 'POST', path, body };
}

const PROPERTIES: Made = {
  carrier: { type: 'keyword' },
  origin: { type: 'keyword' },
  tags: { type: 'keyword' },
  airline: { type: 'text', fields: { raw: { type: 'keyword' } } },
  fixed: { type: 'constant_keyword', value: 'fixed' },
  distance: { type: 'integer' },
  hour: { type: 'byte' },
  delay: { type: 'double' },
  several: { type: 'long' },
  temp: { type: 'half_float' },
  humid: { type: 'scaled_float', scaling_factor: 10 },
  big: { type: 'unsigned_long' },
  cancelled: { type: 'boolean' },
  at: { type: 'date' },
  local: { type: 'date', format: 'yyyy-MM-dd' },
  nanos: { type: 'date_nanos' },
  addr: { type: 'ip' },
  place: { type: 'geo_point' },
  /** Some flights have stays, which are documents of their own in the shard of their flight. */
  kin: { type: 'join', relations: { flight: 'stay' } },
  legs: {
    type: 'nested',
    properties: {
      seat: { type: 'keyword' },
      price: { type: 'double' },
      count: { type: 'integer' },
      day: { type: 'date' },
      stop: { type: 'geo_point' },
    },
  },
};

function indexOf(prefix: string, shards: number, documents: readonly Made[]): IndexPlan {
  const settings = { number_of_shards: shards, number_of_replicas: 0 };
  const body: Json = { settings, mappings: { properties: PROPERTIES } };
  const actions = documents.map(({ kin }, i) => ({
    _id: String(i + 1),
    ...(isObject(kin) ? { routing: String(kin.parent) } : {}),
  }));
  return { name: `${prefix}aggs${shards}`, body, documents, actions };
}

function schemaOf(documents: readonly Made[]): AggregationSchema {
  const fields = ['legs.seat', 'legs.price', 'legs.count', 'legs.day'];
  const all = Object.keys(PROPERTIES).filter((name) => name !== 'legs' && name !== 'kin');
  const words = [...new Set(stringsOf(documents, 'airline').flatMap((name) => name.split(' ')))];
  const terms = [...new Set(stringsOf(documents, 'carrier'))];
  const legs = {
    text: [],
    keyword: ['legs.seat'],
    number: ['legs.price', 'legs.count'],
    date: ['legs.day'],
    geo: ['legs.stop'],
    ip: [],
    all: fields,
    words,
    terms,
    titles: [],
    kinds: [],
  };
  return {
    text: ['airline'],
    keyword: ['carrier', 'origin', 'tags', 'airline.raw'],
    number: ['distance', 'hour', 'delay', 'several', 'temp', 'humid', 'big', 'cancelled'],
    date: ['at', 'local', 'nanos'],
    geo: ['place'],
    ip: ['addr'],
    all,
    words,
    terms,
    titles: [],
    kinds: [],
    nested: { path: 'legs', schema: legs },
  };
}

/** The documents: flights, with stays after some of them. */
function documentsOf(surroundings: Surroundings): readonly Made[] {
  const flights = flightsOf(surroundings);
  const stays = flights.flatMap((_flight, i): Made[] =>
    i % 7 === 3 ? [stayOf(i), ...(i % 2 === 0 ? [stayOf(i, 1)] : [])] : [],
  );
  return [...flights, ...stays];
}

/** A stay, routed to the shard of its flight, whose id counts from 1. */
function stayOf(flight: number, nth = 0): Made {
  return {
    kin: { name: 'stay', parent: String(flight + 1) },
    carrier: nth === 0 ? 'AA' : 'UA',
    distance: (flight * 7) % 100,
    delay: flight / 4,
    hour: nth,
  };
}

/** The flights: some members are missing, null or arrays. */
function flightsOf({ data }: Surroundings): readonly Made[] {
  const flights = realDocuments(data, 'flights-small', DOCUMENTS, STEP);
  return flights.map((flight, i) => {
    const { origin, dest, weather, plane } = flight as { [key: string]: Made | null | undefined };
    const distance = Number(flight.distance);
    const document: Made = {
      carrier: flight.carrier ?? null,
      origin: origin?.code ?? null,
      tags: [plane?.manufacturer ?? null, dest?.code ?? null, plane?.manufacturer ?? null],
      airline: flight.airline ?? null,
      distance,
      hour: flight.hour ?? null,
      delay: flight.dep_delay ?? null,
      several: i % 4 === 0 ? [distance, i, i] : i % 7 === 0 ? [] : distance,
      temp: weather?.temp ?? null,
      humid: weather?.humid ?? null,
      big: i % 9 === 0 ? 1e15 + i : i,
      cancelled: flight.cancelled ?? null,
      at: flight['@timestamp'] ?? null,
      local: flight.local_date ?? null,
      nanos: flight['@timestamp'] ?? null,
      addr:
        i % 6 === 0 ? [`10.0.${i % 7}.${i % 250}`, `fe80::${i % 13}`] : `10.0.${i % 7}.${i % 250}`,
      place: dest?.location ?? null,
      legs: Array.from({ length: i % 4 }, (_, leg) => ({
        seat: `${(i + leg) % 30}${'ABC'[leg] ?? ''}`,
        price: (i * (leg + 1)) % 97,
        count: leg + (i % 5),
        day: flight.local_date ?? null,
        stop: origin?.location ?? null,
      })),
    };
    if (i % 7 === 3) document.kin = 'flight';
    if (i % 10 !== 9) return document;
    return Object.fromEntries(Object.entries(document).filter((_entry, at) => (at + i) % 3 !== 0));
  });
}
