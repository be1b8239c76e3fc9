import type { Hide } from './hidden-request.ts'

/** Bytes that two servers may read differently, or that no server should read. */
export interface Shape {
  readonly name: string
  /** What goes out together. */
  readonly packets: readonly string[]
}

const login = 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
const health = 'GET /api/health HTTP/1.1\r\nHost: a\r\n'

/** Two lengths, of which one ends before the hidden request. */
const framings: Readonly<Record<string, (length: number) => string>> = {
  'CL.TE': (length) => `Content-Length: ${length}\r\nTransfer-Encoding: chunked`,
  'TE.CL': (length) => `Transfer-Encoding: chunked\r\nContent-Length: ${length}`,
  'TE of another name': (length) => `Content-Length: ${length}\r\nTransfer-Encoding: xchunked`,
  'TE in quotes': (length) => `Content-Length: ${length}\r\nTransfer-Encoding: "chunked"`,
  'TE after a vertical tab': (length) => `Content-Length: ${length}\r\nTransfer-Encoding:\vchunked`,
  'TE before a space': (length) => `Content-Length: ${length}\r\nTransfer-Encoding : chunked`,
  'TE on a folded line': (length) => `Content-Length: ${length}\r\nTransfer-Encoding:\r\n chunked`,
  'TE folded into another': (length) =>
    `Content-Length: ${length}\r\nX: y\r\n Transfer-Encoding: chunked`,
  'TE with an underscore': (length) => `Content-Length: x${length}\r\nTransfer_Encoding: chunked`,
  'TE after a bare LF': (length) => `Content-Length: ${length}\r\nX: y\nTransfer-Encoding: chunked`,
  'TE after a bare CR': (length) => `Content-Length: ${length}\r\nX: y\rTransfer-Encoding: chunked`,
  'TE twice': () => 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
  'TE and another': () => 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'another and TE': () => 'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'TE that is not the last': () => 'Transfer-Encoding: chunked, identity',
  'TE over another': () => 'Transfer-Encoding: gzip, chunked',
}

/** A length that is none, or two. */
const lengths: Readonly<Record<string, (length: number) => string>> = {
  'two lengths': (length) => `Content-Length: 0\r\nContent-Length: ${length}`,
  'two lengths, the other way': (length) => `Content-Length: ${length}\r\nContent-Length: 0`,
  'a list of lengths': (length) => `Content-Length: ${length}, 0`,
  'a length with a plus': (length) => `Content-Length: +${length}`,
  'a negative length': (length) => `Content-Length: -${length}`,
  'a length in hexadecimal': (length) => `Content-Length: 0x${length.toString(16)}`,
  'a length with a fraction': (length) => `Content-Length: ${length}.0`,
  'a length with a space in it': (length) => `Content-Length: 0 ${length}`,
  'a length of nothing': () => 'Content-Length: ',
  'a length beyond 64 bits': (length) => `Content-Length: ${2n ** 64n + BigInt(length)}`,
  'a length before a space': (length) => `Content-Length : ${length}`,
  'a length with a NUL': (length) => `Content-Length: \0${length}`,
}

/** After each of these lines of a body comes the hidden request. */
const chunks: Readonly<Record<string, string>> = {
  'a chunk of a negative size': '-1\r\n',
  'a chunk with 0x': '0x0\r\n\r\n',
  'a chunk beyond 64 bits': '10000000000000000\r\n',
  'a chunk with a space': '0 \r\n\r\n',
  'a chunk after a bare LF': '0\n\n',
  'a chunk whose extension ends in LF': '0;a\n\r\n',
  'a chunk whose extension has a NUL': '0;a=\0\r\n\r\n',
  'a chunk without its end': '1\r\nx0\r\n\r\n',
  'a length in the trailer': '0\r\nContent-Length: 9\r\n\r\n',
}

const requests: Readonly<Record<string, string>> = {
  'bare LF': 'GET /api/health HTTP/1.1\nHost: a\n\n',
  'bare LF after the first line': 'GET /api/health HTTP/1.1\nHost: a\r\n\r\n',
  'bare LF after a header': `${health}X: y\n\r\n`,
  'bare LF at the end': `${health}X: y\r\n\n`,
  'bare CR': 'GET /api/health HTTP/1.1\rHost: a\r\r',
  'CR in a value': `${health}X: a\rb\r\n\r\n`,
  'a space before the colon': `${health}X : y\r\n\r\n`,
  'a header without a name': `${health}: y\r\n\r\n`,
  'a header without a colon': `${health}X\r\n\r\n`,
  'a folded line': `${health}X: a\r\n b\r\n\r\n`,
  'a folded first line': 'GET /api/health HTTP/1.1\r\n Host: a\r\n\r\n',
  'NUL in a value': `${health}X: a\0b\r\n\r\n`,
  'NUL in a name': `${health}X\0: y\r\n\r\n`,
  'NUL in the path': 'GET /api/\0health HTTP/1.1\r\nHost: a\r\n\r\n',
  'a control character in a value': `${health}X: a\x01b\r\n\r\n`,
  'DEL in a name': `${health}X\x7f: y\r\n\r\n`,
  'a space in the path': 'GET /api/he alth HTTP/1.1\r\nHost: a\r\n\r\n',
  'a raw byte in the path': 'GET /api/\xffhealth HTTP/1.1\r\nHost: a\r\n\r\n',
  'no host': 'GET /api/health HTTP/1.1\r\n\r\n',
  'two hosts': `${health}Host: b\r\n\r\n`,
  'the authority as target': 'GET a:80 HTTP/1.1\r\nHost: a\r\n\r\n',
  CONNECT: 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n',
  'a method in small letters': 'get /api/health HTTP/1.1\r\nHost: a\r\n\r\n',
  'an unknown method': 'FOO /api/health HTTP/1.1\r\nHost: a\r\n\r\n',
  'HTTP/0.9': 'GET /api/health\r\n\r\n',
  'HTTP/0.9 by name': 'GET /api/health HTTP/0.9\r\nHost: a\r\n\r\n',
  'HTTP/1.2': 'GET /api/health HTTP/1.2\r\nHost: a\r\n\r\n',
  'HTTP/2.0 in the form of 1.1': 'GET /api/health HTTP/2.0\r\nHost: a\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
  TLS: `\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${'x'.repeat(500)}`,
  'a byte order mark': `\xef\xbb\xbf${health}\r\n`,
  'nothing that is known': 'GARBAGE\r\n\r\n',
}

/** Each has to end its connection: what comes after it nobody may hear. */
export function unclearShapes(hide: Hide): Shape[] {
  return [
    ...Object.entries(framings).flatMap(([name, framing]) => [
      afterLastChunk(name, framing, hide),
      inChunk(name, framing, hide),
    ]),
    ...Object.entries(lengths).map(([name, lengthOf]) => {
      const hidden = hide(name)
      return { name, packets: [`${login}${lengthOf(hidden.length)}\r\n\r\n`, hidden] }
    }),
    ...Object.entries(chunks).map(([name, lines]) => ({
      name,
      packets: [`${login}Transfer-Encoding: chunked\r\n\r\n${lines}`, hide(name)],
    })),
    ...Object.entries(requests).map(([name, request]) => ({
      name,
      packets: [request, hide(name)],
    })),
  ]
}

type Framing = (length: number) => string

/** Heard by whom chunks tell where the body ends. */
function afterLastChunk(framingName: string, framing: Framing, hide: Hide): Shape {
  const name = `${framingName} after the last chunk`
  const body = `0\r\n\r\n${hide(name)}`
  return { name, packets: [`${login}${framing(body.length)}\r\n\r\n`, body] }
}

/** Heard by whom the length tells where the body ends. */
function inChunk(framingName: string, framing: Framing, hide: Hide): Shape {
  const name = `${framingName} in a chunk`
  const hidden = hide(name)
  const size = `${hidden.length.toString(16)}\r\n`
  return {
    name,
    packets: [`${login}${framing(size.length)}\r\n\r\n${size}`, `${hidden}\r\n0\r\n\r\n`],
  }
}
