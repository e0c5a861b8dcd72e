# The image of a release, of the installation beside it: docker build -t skein .
FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /skein
COPY skein ./
# Named volumes take owner and mode of the folder they are first mounted on.
RUN ln -s /skein/services/cli/bin/skein.js /usr/local/bin/skein \
 && mkdir -p /var/lib/skein /var/lib/skein-secrets && chown node:node /var/lib/skein /var/lib/skein-secrets
USER node
ENV SKEIN_PATH_DATA=/var/lib/skein
EXPOSE 9200 9280 9300
ENTRYPOINT ["skein"]
CMD ["node"]
