import { scriptContext } from './contexts/registry.js';
import { ScriptEngine } from './script_engine.js';

function clockAt(time: { ms: number }): { nowMs(): number; monotonicMs(): number } {
  return { nowMs: () => time.ms, monotonicMs: () => time.ms };
}

const context = scriptContext('painless_test');

describe('ScriptEngine', () => {
  it('compiles a source once for a context', () => {
    const engine = new ScriptEngine({ clock: clockAt({ ms: 0 }) });
    expect(engine.compile(context, 'return 1')).toBe(engine.compile(context, 'return 1'));
    expect(engine.compile(scriptContext('field'), 'return 1')).not.toBe(
      engine.compile(context, 'return 1'),
    );
    expect(engine.stats().compilations).toBe(2);
  });

  it('forgets the script used longest ago', () => {
    const engine = new ScriptEngine({ clock: clockAt({ ms: 0 }), cacheMaxSize: 2 });
    for (const source of ['return 1', 'return 2', 'return 1', 'return 3', 'return 1'])
      engine.compile(context, source);
    expect(engine.stats()).toEqual({
      compilations: 3,
      cache_evictions: 1,
      compilation_limit_triggered: 0,
    });
  });

  it('refuses to compile faster than the rate and recovers with time', () => {
    const time = { ms: 0 };
    const compilationRate = { count: 2, windowMs: 1000, text: '2/1s' };
    const engine = new ScriptEngine({ clock: clockAt(time), compilationRate });
    engine.compile(context, 'return 1');
    engine.compile(context, 'return 2');
    expect(() => engine.compile(context, 'return 3')).toThrow(
      'Too many dynamic script compilations within, max: [2/1s]',
    );
    time.ms = 500;
    expect(engine.compile(context, 'return 3').run(null)).toBe(3);
  });

  it('refuses a script that is too long', () => {
    const engine = new ScriptEngine({ clock: clockAt({ ms: 0 }), maxSizeInBytes: 10 });
    expect(() => engine.compile(context, 'return 1234567')).toThrow(
      'exceeded max allowed inline script size in bytes [10]',
    );
  });
});
