# A real store in a container: production files only, a user without rights, a root file system that may be read-only.
#   docker build -t driveline .
# Writable are /data (pictures on the disk, locks) and /tmp. The database and all settings come from outside: docs/deployment.md.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node tools/setup/build.ts pages

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Types and source maps are for developers.
RUN npm ci --omit=dev --no-audit --no-fund && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete

FROM ${BASE_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY src ./src
# driveline backup and the other commands: docs/operations.md.
RUN ln -s /app/src/ops/driveline.mjs /usr/local/bin/driveline
RUN install -d -o 10001 -g 10001 /data /data/images /app/.cache
USER 10001:10001
# As src/server/store-command.mjs says, which says why.
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  NODE_COMPILE_CACHE=/app/.cache \
  MALLOC_ARENA_MAX=2 \
  UV_THREADPOOL_SIZE=8
# Compiles all modules once: starts are faster, and the type stripper (40 MB) is not loaded. Without settings the store only lists them.
RUN node --max-semi-space-size=8 --heap-growing-percent=50 src/server/main.ts 2>&1 | grep 'cannot start with these settings'
EXPOSE 3000
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "src/server/main.ts"]
