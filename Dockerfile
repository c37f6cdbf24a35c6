# The server and its command line tool, built from source.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY admin-ui/package.json admin-ui/
COPY portal-ui/package.json portal-ui/
RUN npm ci
COPY . .
RUN npm run build

FROM node:26-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY admin-ui/package.json admin-ui/
COPY portal-ui/package.json portal-ui/
COPY tools/prune.ts tools/
# The image has Node already; npm run prune also removes files for other platforms and editors.
RUN npm ci --omit=dev --omit=optional --workspaces=false && node tools/prune.ts

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/apps/server/src/main.js"]
