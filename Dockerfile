# The server as an image: `docker build --tag adjutant .`; docs/operating.md tells how to run it.

FROM rust:1.95-slim-bookworm AS build
WORKDIR /source
COPY . .
# Caches stay out of the image, so the program is copied out of them in the same step.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/source/target \
    cargo build --release --locked --bin adjutant \
    && install -D --mode 755 target/release/adjutant /out/adjutant

FROM debian:bookworm-slim
RUN groupadd --system --gid 10001 adjutant \
    && useradd --system --uid 10001 --gid adjutant --home-dir /var/lib/adjutant --shell /usr/sbin/nologin adjutant \
    && install --directory --mode 700 --owner adjutant --group adjutant /var/lib/adjutant /var/backups/adjutant
COPY --from=build /out/adjutant /usr/bin/adjutant
COPY LICENSE-APACHE LICENSE-MIT THIRD-PARTY.md adjutant.example.toml /usr/share/doc/adjutant/
# All addresses, because those of the container are the only ones through which it is reached.
ENV ADJUTANT_LISTEN=0.0.0.0:8080 \
    ADJUTANT_DATA_DIR=/var/lib/adjutant
USER adjutant
WORKDIR /var/lib/adjutant
VOLUME ["/var/lib/adjutant", "/var/backups/adjutant"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["adjutant", "probe", "http://127.0.0.1:8080/healthz"]
ENTRYPOINT ["adjutant"]
CMD ["serve"]
