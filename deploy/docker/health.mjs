// Exit 0 when the URL answers 200: the health check of a container, which has no curl.
const answer = await fetch(process.argv[2], { signal: AbortSignal.timeout(4000) });
process.exit(answer.status === 200 ? 0 : 1);
