# Mallard without its own PostgreSQL: DATABASE_URL names one, as docker-compose.yml shows.

FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --locked --release --package server --bin mallard --package engine --bin mallard-uci \
    && cp target/release/mallard target/release/mallard-uci /usr/local/bin/

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends curl && rm -rf /var/lib/apt/lists/* \
    && useradd --system --no-create-home --shell /usr/sbin/nologin mallard
COPY --from=build /usr/local/bin/mallard /usr/local/bin/mallard-uci /usr/local/bin/
COPY static /usr/share/mallard/static
# Inside a container the port is reached from outside it only; who may reach the container is the host's to say.
ENV BIND=0.0.0.0 PORT=8080 MALLARD_STATIC=/usr/share/mallard/static LOG_FORMAT=json
USER mallard
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD curl --fail --silent --output /dev/null "http://127.0.0.1:${PORT}/healthz"
CMD ["mallard"]
