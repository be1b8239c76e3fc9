import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import sirv from 'sirv'
import {
  type HeaderRule,
  headersFor,
  notFoundPath,
  revalidate,
  rulesOfUnknownSite,
} from '../../hosting/headers.ts'
import { headersFileName, parseHeadersFile } from '../../hosting/headers-file.ts'
import { setHeaders } from './security-headers.ts'

/** sirv names the encoding of pages alone, and a browser that is not told it guesses. */
const textTypes: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  xml: 'text/xml',
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Serves the built site: a fixed list of files, read at start, so that no path leads elsewhere, with
 * the headers that the build has written for them.
 */
export function createSite(directory: string): Handler {
  const rules = readRules(directory)
  const notFound = answerNotFound(join(directory, notFoundPath), rules)
  if (!existsSync(directory)) return notFound
  const serveFile = sirv(directory, {
    etag: true,
    brotli: true,
    gzip: true,
    onNoMatch: notFound,
    setHeaders: (response, path) => {
      const type = textTypes[extname(path).slice(1)]
      if (type !== undefined) response.setHeader('Content-Type', `${type};charset=utf-8`)
    },
  })
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    const path = pathOf(request)
    if (path === `/${headersFileName}`) return notFound(request, response)
    // Before sirv decides: a 304 without them would take the place of those that the browser keeps.
    setHeaders(request, response, { ...revalidate, ...headersFor(rules, path) })
    // sirv throws on a range that ends before it starts, and no page needs ranges.
    delete request.headers.range
    serveFile(request, response)
  }
}

function readRules(directory: string): readonly HeaderRule[] {
  const file = join(directory, headersFileName)
  return existsSync(file) ? parseHeadersFile(readFileSync(file, 'utf8')) : rulesOfUnknownSite
}

function answerNotFound(pageFile: string, rules: readonly HeaderRule[]): Handler {
  const page = existsSync(pageFile) ? readFileSync(pageFile) : 'Not found'
  const headers = { ...revalidate, ...headersFor(rules, notFoundPath) }
  return (request, response) => {
    setHeaders(request, response, headers)
    const type = `text/${existsSync(pageFile) ? 'html' : 'plain'};charset=utf-8`
    response.writeHead(404, { 'Content-Type': type }).end(page)
  }
}

/** As sirv reads it: a path that cannot be decoded stays as it came, and fits no file. */
function pathOf(request: IncomingMessage): string {
  const [path = ''] = (request.url ?? '').split('?')
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
