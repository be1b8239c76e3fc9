import { tooLarge } from '../contract/core/common-errors.ts'
import type { Endpoint } from '../contract/core/endpoint.ts'
import { limits } from '../contract/core/limits.ts'
import * as calls from '../contract/endpoints.ts'
import {
  closedHeaders,
  type HeaderRule,
  type Headers,
  linkHeader,
  localeFolders,
  localizedNotFoundPath,
  notFoundPath,
  repeatsHeader,
  revalidate,
  transportSecurityHeader,
} from './headers.ts'

const everywhere = '/*'

const unavailable = JSON.stringify({
  success: false,
  detail: 'The server cannot be reached right now. Try again in a moment.',
})

const described: readonly Endpoint[] = Object.values(calls)

/** The largest body of all calls; the server itself refuses what is too large for a call. */
const largestBodyBytes = Math.max(
  limits.bodyBytes,
  ...described.map(({ bodyLimitBytes }) => bodyLimitBytes ?? 0),
)

/** As the server refuses it. */
const refusedBody = (() => {
  const params = { max_bytes: largestBodyBytes }
  const message = tooLarge.sentence(params)
  return JSON.stringify({
    ...{ success: false, detail: message, error: message, message },
    ...{ code: tooLarge.code, params },
  })
})()

/** `Cache-Control` → `$aman_cache_control` */
const variable = (name: string) => `$aman_${name.toLowerCase().replaceAll('-', '_')}`

const serveFile = `try_files $uri \${uri}index.html $uri/index.html =404;`

/** nginx reads a dollar sign as a variable and cannot escape it; none of our headers contains one. */
const quote = (value: string) => `"${value.replaceAll('"', '\\"')}"`

/** `$uri` is the file that nginx serves in the end, including the error page. */
function map(name: string, rules: readonly HeaderRule[], fallback: string): string {
  const lines = rules.flatMap(({ path, headers }) => {
    const value = headers[name]
    if (value === undefined) return []
    const key = path.endsWith('/*') ? quote(`~^${path.slice(0, -1)}`) : quote(path)
    return [`    ${key} ${quote(value)};`]
  })
  return `map $uri ${variable(name)} {\n    default ${quote(fallback)};\n${lines.join('\n')}\n}\n`
}

/**
 * A complete site for nginx's `http` context (`sites-enabled`, `conf.d`), for nginx 1.22 and later.
 * @param host the host name of the site
 */
export function formatNginx(rules: readonly HeaderRule[], root: string, host: string): string {
  const common = Object.entries(rules.find(({ path }) => path === everywhere)?.headers ?? {})
  const special = rules.filter(({ path }) => path !== everywhere)
  // nginx omits a header without a value.
  const fallback: Headers = { ...closedHeaders, ...revalidate, [linkHeader]: '' }
  const maps = Object.entries(fallback).map(([name, value]) => map(name, special, value))
  const secure = common.filter(([name]) => name === transportSecurityHeader)
  const plain = common.filter(([name]) => name !== transportSecurityHeader)
  const promise = secure.map(([name]) => `add_header ${name} ${variable(name)} always;`)
  const added = [
    ...plain.map(([name, value]) => `add_header ${name} ${quote(value)} always;`),
    ...promise,
    ...Object.keys(fallback).map((name) => `add_header ${name} ${variable(name)} always;`),
  ].map((line) => `    ${line}`)
  const languages = localeFolders(rules).map(
    (folder) => `
    location ${folder} {
        error_page 404 ${localizedNotFoundPath(folder)};
        ${serveFile}
    }
`,
  )
  return `# From \`aman headers nginx\`. It is valid for one build of the site: generate it again after each build.

${maps.join('\n')}
${secure.map(([name, value]) => `# Only over TLS: nginx omits a header without a value.\nmap $https ${variable(name)} {\n    default "";\n    on ${quote(value)};\n}\n`).join('\n')}
upstream aman {
    # All processes of nginx know what one notices.
    zone aman 64k;
    # One line for each server. One that does not answer is left out for two seconds.
    server 127.0.0.1:4321 fail_timeout=2s;
}

server {
    listen 80;
    server_name ${host};
    server_tokens off;
    return 301 https://${host}$request_uri;
}

server {
    # nginx 1.25.1 and later expect http2 on its own line, \`http2 on;\`, and warn about it here.
    listen 443 ssl http2;
    server_name ${host};
    ssl_certificate /etc/ssl/${host}/fullchain.pem;
    ssl_certificate_key /etc/ssl/${host}/privkey.pem;
    ssl_protocols TLSv1.2 TLSv1.3;
    server_tokens off;
    charset utf-8;
    charset_types text/css text/plain text/xml text/javascript application/javascript image/svg+xml;
    root ${quote(root)};
    gzip_static on;
    # brotli_static on; where nginx has the brotli module: the files are there.
    error_page 404 ${notFoundPath};

    # On all that nginx answers by itself, errors included.
${added.join('\n')}

    location / {
        ${serveFile}
    }
${languages.join('')}
    location = /_headers { return 404; }

    location ~ ^/(?:api(?:/|$)|config\\.json$) {
        proxy_pass http://aman;
        proxy_connect_timeout 5s;
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $scheme;
        # nginx's own, not the client's. Remove the second line if nginx itself writes traces.
        proxy_set_header X-Request-Id $request_id;
        proxy_set_header traceparent "";
        # A server that is about to close drops a GET once. nginx asks the next server, and leaves this one out.
        proxy_set_header ${repeatsHeader} GET;
        # The largest email that can be checked. Raise it with BODY_LIMIT_BYTES, if that is larger.
        client_max_body_size ${largestBodyBytes};
        error_page 413 @too_large;
        error_page 502 504 @unavailable;
        # The server sends its own headers. With this line nginx adds none but the one that it names.
        ${promise.join(' ')}
        proxy_hide_header ${transportSecurityHeader};
    }

    location @too_large {
        default_type application/json;
${added.map((line) => `    ${line}`).join('\n')}
        return 413 '${refusedBody}';
    }

    location @unavailable {
        default_type application/json;
        add_header Retry-After 5 always;
${added.map((line) => `    ${line}`).join('\n')}
        return 502 '${unavailable}';
    }
}
`
}
