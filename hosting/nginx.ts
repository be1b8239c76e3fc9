import {
  closedHeaders,
  type HeaderRule,
  type Headers,
  notFoundPath,
  revalidate,
  transportSecurityHeader,
} from './headers.ts'

const everywhere = '/*'

/** `Cache-Control` → `$aman_cache_control` */
const variable = (name: string) => `$aman_${name.toLowerCase().replaceAll('-', '_')}`

/** nginx reads a dollar as a variable and has no way to escape it; no header of ours holds one. */
const quote = (value: string) => `"${value.replaceAll('"', '\\"')}"`

/** `$uri` is the file that nginx has found in the end, and the page of an error when that is sent. */
function map(name: string, rules: readonly HeaderRule[], fallback: string): string {
  const lines = rules.flatMap(({ path, headers }) => {
    const value = headers[name]
    if (value === undefined) return []
    const key = path.endsWith('/*') ? quote(`~^${path.slice(0, -1)}`) : quote(path)
    return [`    ${key} ${quote(value)};`]
  })
  return `map $uri ${variable(name)} {\n    default ${quote(fallback)};\n${lines.join('\n')}\n}\n`
}

/** A whole site for nginx's `http` context (`sites-enabled`, `conf.d`). */
export function formatNginx(rules: readonly HeaderRule[], root: string): string {
  const common = Object.entries(rules.find(({ path }) => path === everywhere)?.headers ?? {})
  const special = rules.filter(({ path }) => path !== everywhere)
  const fallback: Headers = { ...closedHeaders, ...revalidate }
  const maps = Object.entries(fallback).map(([name, value]) => map(name, special, value))
  const secure = common.filter(([name]) => name === transportSecurityHeader)
  const plain = common.filter(([name]) => name !== transportSecurityHeader)
  const added = [
    ...plain.map(([name, value]) => [name, quote(value)]),
    ...[...secure, ...Object.entries(fallback)].map(([name]) => [name, variable(name)]),
  ].map(([name, value]) => `        add_header ${name} ${value} always;`)
  return `# From \`npm run headers -- nginx\`. It holds for one build of the site: print it again after each.

${maps.join('\n')}
${secure.map(([name, value]) => `# Only over TLS; nginx leaves out a header without a value.\nmap $https ${variable(name)} {\n    default "";\n    on ${quote(value)};\n}\n`).join('\n')}
server {
    listen 80;
    # listen 443 ssl; http2 on; ssl_certificate …; ssl_certificate_key …;
    server_name _;
    server_tokens off;
    charset utf-8;
    charset_types text/css text/plain text/xml text/javascript application/javascript image/svg+xml;
    root ${quote(root)};
    gzip_static on;
    # brotli_static on; where nginx has the brotli module: the files are there.
    error_page 404 ${notFoundPath};

    location / {
        try_files $uri \${uri}index.html $uri/index.html =404;
${added.join('\n')}
    }

    location = /_headers { return 404; }

    # The server sends its own headers.
    location ~ ^/(?:api/|config\\.json$) {
        proxy_pass http://127.0.0.1:4321;
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $scheme;
    }
}
`
}
