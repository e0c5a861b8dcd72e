#!/bin/sh
# Makes what the nodes prove themselves to each other with, once: a certificate authority, a certificate a node, and a shared secret.
#   setup.sh FOLDER NODE...
set -eu
folder=$1
shift
umask 077
[ -s "$folder/transport.secret" ] || node -e 'process.stdout.write(crypto.randomBytes(32).toString("base64url"))' > "$folder/transport.secret"
for name in "$@"; do
  [ -s "$folder/$name.crt" ] || node services/cli/bin/skein.js certs --out "$folder" --host "$name" --days 3650
done
