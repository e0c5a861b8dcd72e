/** Answers the calls of a thread that runs ingest pipelines. */
import { isJsonObject, parseJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { JMap, readJson } from '@skein/java';
import type { ScriptConfiguration, ScriptService } from '@skein/script';
import type { Stopwatch } from './bounded_run.js';
import type { IngestCalls } from './calls.js';
import { ingestBatch } from './ingest_batch.js';
import type { IngestPorts } from './ingest_ports.js';
import { readPipeline } from './read_pipeline.js';
import { PipelineRunner } from './run_pipeline.js';
import { simulate } from './simulate.js';
import { RegexRunner } from './text/regex_runner.js';
import { ThreadPipelines } from './thread_pipelines.js';
import { MAP } from './values.js';

export interface IngestThreadParts {
  readonly ports: IngestPorts;
  readonly scripts: ScriptService;
  readonly stopwatch: Stopwatch;
  /** Milliseconds that one match of a regular expression may take. */
  readonly matchLimitMs: number;
}

type Answers = {
  readonly [K in keyof IngestCalls]: (
    request: IngestCalls[K]['request'],
  ) => IngestCalls[K]['reply'];
};

export class IngestThread {
  readonly answers: Answers;
  readonly #scripts: ScriptService;
  readonly #pipelines: ThreadPipelines;

  constructor({ ports, scripts, stopwatch, matchLimitMs }: IngestThreadParts) {
    this.#scripts = scripts;
    const runner = new PipelineRunner(ports.clock);
    const pipelines = new ThreadPipelines({
      ports,
      scripts,
      runner,
      regexes: new RegexRunner(matchLimitMs),
    });
    this.#pipelines = pipelines;
    this.answers = {
      ingest: (request) => ingestBatch(request, pipelines, stopwatch),
      simulate: (request) => ({
        // `encodeJson` made the bytes, in memory of their own.
        bytes: simulate(request, pipelines, stopwatch) as Uint8Array<ArrayBuffer>,
      }),
      check_pipeline: ({ id, body }) => {
        const source = readJson(body, MAP);
        if (!(source instanceof JMap)) throw notAMap();
        readPipeline(id, source, pipelines.parts);
        const stored = parseJson(body);
        if (!isJsonObject(stored)) throw notAMap();
        return { source: stored };
      },
      change_pipelines: (sources) => {
        pipelines.change(sources);
        return {};
      },
    };
  }

  /** Also drops the parsed pipelines, because their compiled scripts depend on this. */
  changeScripts(configuration: ScriptConfiguration): void {
    this.#scripts.configure(configuration);
    this.#pipelines.forget();
  }
}

function notAMap(): ApiError {
  return new ApiError('parse_exception', 'Failed to parse content to map');
}
