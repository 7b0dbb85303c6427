# Fairfile as a container image: the server and the built page, without build tools. docs/guides/operating.md explains how to run it.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional
COPY . .
# Production runs on PostgreSQL, so no empty embedded database is shipped.
RUN npm run build && rm -r dist/database

# The packages of the lockfile that the server needs, and the runtime among them for this kind of machine.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --include=optional \
 && mv node_modules/node-linux-*/bin/node /usr/local/bin/runtime

FROM debian:bookworm-slim
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Fairfile" \
      org.opencontainers.image.description="Watch and repair your credit: scores, three-bureau reports, disputes with letters." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
COPY --from=packages /usr/local/bin/runtime /usr/local/bin/node
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE THIRD_PARTY_NOTICES.md ./
COPY migrations migrations
COPY examples examples
COPY src src
# Data and keys are separate volumes; everything else can be read-only.
RUN install --directory --owner=10001 --group=10001 --mode=700 /data /keys
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    KEYRING_FILE=/keys/keyring.json
VOLUME ["/data", "/keys"]
USER 10001:10001
EXPOSE 3000
STOPSIGNAL SIGTERM
# Not ready while it shuts down or cannot reach its database or data folder.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-proto=delete", "dist/server/main.js"]
