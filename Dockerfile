# One image for the search node, the authorization service and the command line: `skein node`, `skein auth`, `skein certs`.
FROM node:24-bookworm-slim AS build
WORKDIR /checkout
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && node scripts/ship.ts /skein
# Compiled code is kept by the path of its source, and for the user by whom it is made; the copy below makes the files root's.
WORKDIR /skein
COPY deploy/docker ./deploy/docker/
RUN mkdir /skein/data && chown -R node:node /skein/data /skein/services/cli/dist/bundle
USER node
RUN sh deploy/docker/warm.sh /skein/data && rm -r /skein/data/* && chmod -R a+rX services/cli/dist/bundle

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /skein
COPY --from=build /skein ./
# Named volumes take owner and mode of the folder they are first mounted on.
RUN rmdir data && ln -s /skein/services/cli/bin/skein.js /usr/local/bin/skein \
 && mkdir -p /var/lib/skein /var/lib/skein-secrets && chown node:node /var/lib/skein /var/lib/skein-secrets
USER node
ENV SKEIN_PATH_DATA=/var/lib/skein
EXPOSE 9200 9280 9300
ENTRYPOINT ["skein"]
CMD ["node"]
