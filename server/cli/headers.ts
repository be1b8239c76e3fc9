import '../core/closed-prototype.ts'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatCaddy } from '../../hosting/caddy.ts'
import { hasMarkers } from '../../hosting/fill-markers.ts'
import { headersFileName, parseHeadersFile } from '../../hosting/headers-file.ts'
import { formatNginx } from '../../hosting/nginx.ts'
import { commandLine } from '../core/command-line.ts'
import { readEnvironment } from '../core/read-environment.ts'
import { StartError, wordsOfCause } from '../core/start-error.ts'
import { runCommand, withUsage } from './command.ts'

/*
 * aman headers nginx|caddy [--site <folder>]: prints the settings of a web server that sends the site
 * with its headers, and passes calls on to Aman.
 */

const forms = new Map([
  ['nginx', formatNginx],
  ['caddy', formatCaddy],
])
const usage = `Usage: ${commandLine('headers')} ${[...forms.keys()].join('|')} [--site <folder>]
The folder is one that ${commandLine('site')} wrote; without it, the site that the server sends.`

await runCommand(async () => {
  const { format, folder } = readArguments()
  const headers = readFile(join(folder, headersFileName))
  const page = readFile(join(folder, 'index.html'))
  if (hasMarkers(page)) {
    throw new StartError(
      `The site in ${folder} has no settings yet.\nWrite it first: ${commandLine('site')} --into <folder>\nThen name that folder with --site.`,
    )
  }
  process.stdout.write(format(parseHeadersFile(headers.toString()), folder, hostOf(`${page}`)))
})

function readArguments() {
  return withUsage(usage, () => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { site: { type: 'string' } },
    })
    const [name = '', ...others] = positionals
    const format = forms.get(name)
    if (format === undefined || others.length > 0) throw new Error('Name one web server')
    return { format, folder: resolve(values.site ?? readEnvironment().siteDirectory) }
  })
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new StartError(`Cannot read ${path}, a file of the site: ${wordsOfCause(cause)}`)
  }
}

/** The host name of the address that the site was built with. */
function hostOf(page: string): string {
  const address = /<link rel="canonical" href="([^"]+)"/.exec(page)?.[1]
  return URL.parse(address ?? '')?.hostname ?? 'aman.example'
}
