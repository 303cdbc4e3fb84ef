# The image that `make release` writes without Docker, for those who have it. To build
# and run it:
#
#   docker build --tag ifmatch .
#   docker run --rm --publish 10000-10002:10000-10002 ifmatch
#   docker run --rm ifmatch run
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
WORKDIR /src
COPY . .
ARG TARGETOS TARGETARCH
ENV CGO_ENABLED=0 GOAMD64=v1 GOARM64=v8.0 GOFLAGS= GOWORK= GOEXPERIMENT= GOFIPS140=off
RUN GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -gcflags=all=-dwarf=false -buildvcs=true "-ldflags=-s -w" -o /root/image/ifmatch . \
    && install -d -m 1777 /root/image/tmp \
    && install -d /root/image/etc/ssl/certs /root/image/usr/local/bin /root/work /root/data \
    && for name in azurite azurite-blob azurite-queue azurite-table ifmatch; do ln -s /ifmatch /root/image/usr/local/bin/$name; done \
    && cp /etc/ssl/certs/ca-certificates.crt /root/image/etc/ssl/certs/ \
    && printf 'root:x:0:0::/:\nifmatch:x:65532:65532::/work:\n' >/root/image/etc/passwd \
    && printf 'root:x:0:\nifmatch:x:65532:\n' >/root/image/etc/group

FROM scratch
COPY --from=build /root/image/ /
COPY --from=build --chown=65532:65532 /root/work /work
COPY --from=build --chown=65532:65532 /root/data /data
ENV PATH=/usr/local/bin:/usr/bin:/bin
EXPOSE 10000 10001 10002
HEALTHCHECK --interval=5s --start-period=30s CMD ["/ifmatch", "health", "--any", "http://127.0.0.1:10000", "http://127.0.0.1:10001", "http://127.0.0.1:10002"]
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/ifmatch"]
CMD ["azurite", "--location", "/data", "--blobHost", "0.0.0.0", "--queueHost", "0.0.0.0", "--tableHost", "0.0.0.0"]
