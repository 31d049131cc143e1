FROM node:20-bookworm-slim AS build
# better-sqlite3 is compiled where no prebuilt binary can be fetched.
RUN apt-get update \
  && apt-get install -y --no-install-recommends build-essential python3 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV HUSKY=0
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ormconfig.ts ./
COPY client ./client
COPY src ./src
RUN npm run build && npm prune --omit=dev

FROM node:20-bookworm-slim
# In production there is no default store: set MYSQL_DSN, or BOARD_DB_PATH on purpose (/data/gistboard.sqlite).
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN install --directory --owner=node --group=node /data
VOLUME /data
USER node
EXPOSE 8660
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 8660}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Room for young objects: a service of many short requests spends less time collecting them.
CMD ["node", "--max-semi-space-size=64", "dist/src/main.js"]
