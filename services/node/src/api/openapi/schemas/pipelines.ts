/** Schemas of ingest pipelines and stored scripts. */
import { PROCESSORS } from './processors.js';
import type { Described } from './schema.js';
import * as s from './schema.js';

const pipeline = {
  description: 'marks incoming documents',
  processors: [{ set: { field: 'seen', value: true } }],
};

export const pipelines: Described = {
  schemas: {
    Processor: s.described('One member, named after the processor.', {
      ...s.closed(PROCESSORS),
      minProperties: 1,
      maxProperties: 1,
    }),
    Pipeline: s.closed(
      {
        description: s.text,
        version: s.integer,
        processors: s.list(s.ref('Processor')),
        on_failure: s.list(s.ref('Processor')),
      },
      ['processors'],
    ),
    SimulateRequest: s.object(
      {
        pipeline: s.ref('Pipeline'),
        docs: s.list(s.object({ _index: s.text, _id: s.text, _source: s.anything })),
      },
      ['docs'],
    ),
    StoredScript: s.object(
      {
        lang: s.words('painless', 'expression', 'mustache'),
        source: s.anything,
        options: s.mapOf(s.text),
      },
      ['lang', 'source'],
    ),
  },
  shapes: {
    'ingest.put_pipeline': {
      body: { schema: s.ref('Pipeline'), example: pipeline },
      answer: s.acknowledged,
    },
    'ingest.get_pipeline': {
      answer: { schema: s.mapOf(s.ref('Pipeline')), example: { mark: pipeline } },
    },
    'ingest.simulate': {
      body: {
        schema: s.ref('SimulateRequest'),
        example: { pipeline, docs: [{ _source: { title: 'Moby Dick' } }] },
      },
      answer: {
        schema: s.object({ docs: s.list(s.oneOf(s.mapOf(s.anything), { type: 'null' })) }, [
          'docs',
        ]),
        example: {
          docs: [
            { doc: { _index: '_index', _id: '_id', _source: { title: 'Moby Dick', seen: true } } },
          ],
        },
      },
    },
    put_script: {
      body: {
        schema: s.object({ script: s.ref('StoredScript') }, ['script']),
        example: { script: { lang: 'painless', source: 'params.a + 1' } },
      },
      answer: s.acknowledged,
    },
    get_script: {
      answer: {
        schema: s.object({ _id: s.text, found: s.boolean, script: s.ref('StoredScript') }, [
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
