#!/bin/sh
# Runs both services once, with a document and a search, so that the image holds their code compiled: containers may be read-only.
#   warm.sh FOLDER
set -eu
skein=services/cli/bin/skein.js
"$skein" auth -E "path.data=$1/auth" &
auth=$!
"$skein" node -E "path.data=$1/node" &
node=$!
for url in http://127.0.0.1:9280/jwks.json http://127.0.0.1:9200/_health/ready; do
  until node deploy/docker/health.mjs "$url" 2> /dev/null; do
    kill -0 "$auth" "$node"
    sleep 0.2
  done
done
node -e '
  const call = async (method, path, body) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`http://127.0.0.1:9200${path}`, { method, headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  };
  await call("PUT", "/warm/_doc/1?refresh=true", `{"text":"warm"}`);
  await call("GET", "/warm/_search?q=warm");' --input-type=module
kill "$auth" "$node"
wait "$auth" "$node"
