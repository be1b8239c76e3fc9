import {
  closedHeaders,
  type HeaderRule,
  headersFor,
  linkHeader,
  localeFolders,
  localizedNotFoundPath,
  notFoundPath,
  revalidate,
  transportSecurityHeader,
} from './headers.ts'

const everywhere = '/*'
const fallback = Object.entries({ ...closedHeaders, ...revalidate })

const quote = (value: string) => `"${value.replaceAll('"', '\\"')}"`
const placeholder = (name: string) => `{aman_${name.toLowerCase().replaceAll('-', '_')}}`

const lines = (indent: number, list: readonly string[]) =>
  list.map((line) => `${'\t'.repeat(indent)}${line}`).join('\n')

/** One row per path, with the values of every header that differs between paths. */
function rows(rules: readonly HeaderRule[]): string[] {
  return rules.map(({ path, headers }) => {
    const key = path.endsWith('/*') ? `~^${path.slice(0, -1)}` : path
    const values = fallback.map(([name, value]) => quote(headers[name] ?? value))
    return `${key} ${values.join(' ')}`
  })
}

const setAll = (headers: Iterable<[string, string]>) =>
  [...headers]
    .filter(([name]) => name !== transportSecurityHeader)
    .map(([name, value]) => `${name} ${quote(value)}`)

/** A complete site block for a Caddyfile. */
export function formatCaddy(rules: readonly HeaderRule[], root: string, host: string): string {
  const common = rules.find(({ path }) => path === everywhere)?.headers ?? {}
  const special = rules.filter(({ path }) => path !== everywhere)
  const links = special.flatMap(({ path, headers }) => {
    const value = headers[linkHeader]
    return value === undefined ? [] : [`header ${path} ${linkHeader} ${quote(value)}`]
  })
  const secure = Object.entries(common)
    .filter(([name]) => name === transportSecurityHeader)
    .map(([name, value]) => `header @secure ${name} ${quote(value)}`)
  const notFound = (indent: number, path: string) =>
    lines(indent, [
      'header {',
      ...setAll(Object.entries(headersFor(rules, path))).map((header) => `\t${header}`),
      '}',
      ...secure,
      `rewrite * ${path}`,
      'file_server',
    ])
  const folders = localeFolders(rules)
  const localized = (folder: string) => `\t\thandle ${folder}* {
${notFound(3, localizedNotFoundPath(folder))}
\t\t}
`
  return `# From \`aman headers caddy\`. It is valid for one build of the site: generate it again after each build.

${host} {
	root * ${quote(root)}
	@secure protocol https

	# The server sends its own headers.
	@server path /api /api/* /config.json
	handle @server {
		reverse_proxy 127.0.0.1:4321 {
			# Caddy's own, not the client's. Remove the second line if Caddy itself writes traces.
			header_up X-Request-Id {http.request.uuid}
			header_up -traceparent
		}
	}

	@private path /_headers
	handle @private {
		error 404
	}

	handle {
		map {path} ${fallback.map(([name]) => placeholder(name)).join(' ')} {
${lines(3, rows(special))}
			default ${fallback.map(([, value]) => quote(value)).join(' ')}
		}
		header {
${lines(3, setAll(Object.entries(common)))}
${lines(
  3,
  fallback.map(([name]) => `${name} ${placeholder(name)}`),
)}
		}
${lines(2, [...secure, ...links])}
		try_files {path} {path}/index.html
		file_server {
			precompressed br gzip
		}
	}

	handle_errors {
${folders.map(localized).join('')}${folders.length === 0 ? notFound(2, notFoundPath) : `\t\thandle {\n${notFound(3, notFoundPath)}\n\t\t}`}
	}
}
`
}
