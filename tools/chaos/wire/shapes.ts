/** A request that must not be heard; if it is, its flag is in the database. */
export type Hide = (name: string) => string

/** Bytes that two servers may read differently, or that are lawful, if odd. */
export interface Shape {
  readonly name: string
  /** What goes out together. */
  readonly packets: readonly string[]
  /** Statuses with spaces between them. */
  readonly answers: RegExp
}

const signIn = 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
const health = 'GET /api/health HTTP/1.1\r\nHost: a\r\n'
const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk'

/** One 4xx, or nothing but the end of the connection. */
const rejected = /^(?:4\d\d)?$/
/** A client that still sends while the connection ends may lose the answer. */
const cutOff = /^(?:200)?$/

type Table<Value> = Readonly<Record<string, Value>>

/** Two lengths, of which one ends before the hidden request. */
const framings: Table<(length: number) => string> = {
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

/** An invalid length, or two. */
const lengths: Table<(length: number) => string> = {
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
const chunks: Table<string> = {
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

const requests: Table<string> = {
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

/** Each has to end its connection: what comes after it must not be heard. */
function unclearShapes(hide: Hide): Shape[] {
  const shape = (name: string, packets: readonly string[]) => ({ name, packets, answers: rejected })
  return [
    ...Object.entries(framings).flatMap(([framing, headers]) => {
      // Heard where chunks tell where the body ends.
      const afterLast = `${framing} after the last chunk`
      const body = `0\r\n\r\n${hide(afterLast)}`
      // Heard where the length tells where the body ends.
      const inChunk = `${framing} in a chunk`
      const hidden = hide(inChunk)
      const size = `${hidden.length.toString(16)}\r\n`
      const start = `${signIn}${headers(size.length)}\r\n\r\n${size}`
      return [
        shape(afterLast, [`${signIn}${headers(body.length)}\r\n\r\n`, body]),
        shape(inChunk, [start, `${hidden}\r\n0\r\n\r\n`]),
      ]
    }),
    ...Object.entries(lengths).map(([name, headers]) =>
      shape(name, [`${signIn}${headers(hide(name).length)}\r\n\r\n`, hide(name)]),
    ),
    ...Object.entries(chunks).map(([name, lines]) =>
      shape(name, [`${signIn}Transfer-Encoding: chunked\r\n\r\n${lines}`, hide(name)]),
    ),
    ...Object.entries(requests).map(([name, request]) => shape(name, [request, hide(name)])),
  ]
}

/** What may be answered is known; in none of them is the hidden request one of its own. */
function oddShapes(hide: Hide): Shape[] {
  const inBody = (name: string, start: string, answers: RegExp, more: readonly string[] = []) => {
    const hidden = hide(name)
    const packets = [`${start}Content-Length: ${hidden.length}\r\n\r\n`, hidden, ...more]
    return { name, packets, answers }
  }
  const next = [`${health}\r\n`]
  const expecting = `${signIn}Expect: 100-continue\r\n`
  const afterUpgrade = 'in the body after an upgrade'
  const { packets: [head = '', body = ''] = [] } = inBody(afterUpgrade, signIn, /^/)
  const whole: Table<readonly [answers: RegExp, ...packets: string[]]> = {
    [afterUpgrade]: [cutOff, `${health}${upgrade}\r\n\r\n${head}`, body],
    '100-continue for more than the limit': [
      /^100 413$/,
      `${expecting}Content-Length: 99999999\r\n\r\n`,
    ],
    'after an upgrade': [cutOff, `${health}${upgrade}\r\n\r\n${hide('after an upgrade')}`],
    'after a close': [
      /^(?:200|400)?$/,
      `${health}Connection: close\r\n\r\n`,
      hide('after a close'),
    ],
    'absolute form': [/^404$/, 'GET http://a/api/health HTTP/1.1\r\nHost: a\r\n\r\n'],
    'absolute form of another host': [
      /^404$/,
      'GET http://b/api/health HTTP/1.1\r\nHost: a\r\n\r\n',
    ],
    // A built site takes only what reads.
    'the asterisk': [/^40[45]$/, 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
    'a path like a host': [/^404$/, 'GET //b/api/health HTTP/1.1\r\nHost: a\r\n\r\n'],
    'three at once': [/^200 200 200$/, `${health}\r\n${health}\r\n${health}\r\n`],
    // Cut off with the bad one, the answer to the good one may be lost on its way.
    'a bad one after a good one': [
      /^(?:(?:200 )?400)?$/,
      `${health}\r\n`,
      `X\r\n\r\n${hide('a bad one after a good one')}`,
    ],
    'chunk extensions': [
      /^422$/,
      `${signIn}Transfer-Encoding: chunked\r\n\r\n2;a="b";c\r\n{}\r\n0;x\r\n\r\n`,
    ],
  }
  return [
    inBody('in the body of a GET', health, /^200 200$/, next),
    inBody('in the body of a sign-in', signIn, /^400 200$/, next),
    inBody('in the body of an unknown call', 'POST /api/x HTTP/1.1\r\nHost: a\r\n', /^404$/),
    inBody('after 100-continue', expecting, /^100 400 200$/, next),
    inBody('after another expectation', `${signIn}Expect: 200-ok\r\n`, /^417$/, next),
    inBody('in the body of an upgrade', `${signIn}${upgrade}\r\n`, /^400$/),
    ...Object.entries(whole).map(([name, [answers, ...packets]]) => ({ name, packets, answers })),
  ]
}

export const shapesOf = (hide: Hide): Shape[] => [...unclearShapes(hide), ...oddShapes(hide)]
