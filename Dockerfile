# One image for the search node, the authorization service and the command line: `skein node`, `skein auth`, `skein certs`.
FROM node:24-bookworm-slim AS build
WORKDIR /skein
COPY . .
RUN npm ci --no-audit --no-fund \
 && npm run build \
 && npm prune --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/node node_modules/node-linux-* node_modules/.cache \
 && find shared services \( -name src -o -name test -o -name bench \) -type d -not -path '*/node_modules/*' -prune -exec rm -rf {} + \
 && find . \( -name '*.tsbuildinfo' -o -name '*.d.ts' -o -name '*.map' \) -not -path './node_modules/*' -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /skein
COPY --from=build /skein/package.json ./package.json
COPY --from=build /skein/node_modules ./node_modules
COPY --from=build /skein/shared ./shared
COPY --from=build /skein/services ./services
COPY deploy/docker/health.mjs deploy/docker/setup.sh ./deploy/docker/
# Named volumes take owner and mode of the folder they are first mounted on.
RUN ln -s /skein/services/cli/bin/skein.js /usr/local/bin/skein \
 && mkdir -p /var/lib/skein /var/lib/skein-secrets && chown node:node /var/lib/skein /var/lib/skein-secrets
USER node
ENV SKEIN_PATH_DATA=/var/lib/skein
EXPOSE 9200 9280 9300
ENTRYPOINT ["skein"]
CMD ["node"]
