/** Schemas of ingest pipelines and stored scripts. */
import { PROCESSORS } from './processors.js';
import {
  acknowledged,
  anything,
  boolean,
  closed,
  type Described,
  described,
  integer,
  list,
  mapOf,
  object,
  oneOf,
  ref,
  text,
  words,
} from './schema.js';

const pipeline = {
  description: 'marks incoming documents',
  processors: [{ set: { field: 'seen', value: true } }],
};

export const pipelines: Described = {
  schemas: {
    Processor: described('One member, named after the processor.', {
      ...closed(PROCESSORS),
      minProperties: 1,
      maxProperties: 1,
    }),
    Pipeline: closed(
      {
        description: text,
        version: integer,
        processors: list(ref('Processor')),
        on_failure: list(ref('Processor')),
      },
      ['processors'],
    ),
    SimulateRequest: object(
      {
        pipeline: ref('Pipeline'),
        docs: list(object({ _index: text, _id: text, _source: anything })),
      },
      ['docs'],
    ),
    StoredScript: object(
      { lang: words('painless', 'expression', 'mustache'), source: anything, options: mapOf(text) },
      ['lang', 'source'],
    ),
  },
  shapes: {
    'ingest.put_pipeline': {
      body: { schema: ref('Pipeline'), example: pipeline },
      answer: acknowledged,
    },
    'ingest.get_pipeline': {
      answer: { schema: mapOf(ref('Pipeline')), example: { mark: pipeline } },
    },
    'ingest.simulate': {
      body: {
        schema: ref('SimulateRequest'),
        example: { pipeline, docs: [{ _source: { title: 'Moby Dick' } }] },
      },
      answer: {
        schema: object({ docs: list(oneOf(mapOf(anything), { type: 'null' })) }, ['docs']),
        example: {
          docs: [
            { doc: { _index: '_index', _id: '_id', _source: { title: 'Moby Dick', seen: true } } },
          ],
        },
      },
    },
    put_script: {
      body: {
        schema: object({ script: ref('StoredScript') }, ['script']),
        example: { script: { lang: 'painless', source: 'params.a + 1' } },
      },
      answer: acknowledged,
    },
    get_script: {
      answer: {
        schema: object({ _id: text, found: boolean, script: ref('StoredScript') }, [
          '_id',
          'found',
        ]),
        example: {
          _id: 'plus',
          found: true,
          script: { lang: 'painless', source: 'params.a + 1' },
        },
      },
    },
  },
};
