# The sandbox alone; sandbox/README.md says how to use it.
FROM node:24.21.0-alpine@sha256:ebfe2f90462722a7a4de65e91990e97fe0d401c70e0e762c5b53302f905ec1c1
WORKDIR /app
# The few packages that it needs, in the versions that the project has locked: none has a script to run. npm ci would want them all.
COPY sandbox/package.json package-lock.json ./
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund
COPY sandbox sandbox
COPY docs/errors.md docs/public-forms.md docs/sending.md docs/
USER node
ENV SANDBOX_HOST=0.0.0.0
ENV SANDBOX_PORT=4010
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
	CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.SANDBOX_PORT).then(({ status }) => process.exit(status < 500 ? 0 : 1))"]
CMD ["node", "sandbox/server.ts"]
