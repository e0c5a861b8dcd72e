#!/usr/bin/env -S node --max-semi-space-size=16
// `skein-auth …` is short for `skein auth …`.
process.argv.splice(2, 0, 'auth');
await import('./skein.js');
