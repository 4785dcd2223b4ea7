# PontoonBot in a container. docs/operating.md ("In a container") says how to build and run it.

FROM python:3.11-slim AS build
WORKDIR /src
RUN python -m venv /opt/pontoonbot
COPY requirements.txt ./
RUN /opt/pontoonbot/bin/pip install --no-cache-dir --require-hashes --requirement requirements.txt
COPY pyproject.toml setup.cfg README.md LICENSE ./
COPY pontoon pontoon
# requirements.txt has setuptools too, so this downloads nothing.
RUN /opt/pontoonbot/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.11-slim
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin pontoonbot
RUN install --directory --owner pontoonbot --mode 0700 /data
COPY --from=build /opt/pontoonbot /opt/pontoonbot
USER pontoonbot
# /data has config.ini and players.xml ("--init /data" writes both) and the files beside them. The
# bot writes nowhere else.
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
ENTRYPOINT ["/opt/pontoonbot/bin/pontoonbot"]
