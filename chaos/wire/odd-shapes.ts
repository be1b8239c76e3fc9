import type { Hide } from './hidden-request.ts'
import type { Shape } from './unclear-shapes.ts'

/** Lawful, if odd: what may come is known. */
export interface OddShape extends Shape {
  /** Of statuses with spaces between them. */
  readonly answers: RegExp
}

const health = 'GET /api/health HTTP/1.1\r\nHost: a\r\n'
const login = 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk'

/** Who still sends while the connection ends may lose the answer. */
const cutOff = /^(?:200)?$/

/** In none of them is the hidden request one of its own. */
export function oddShapes(hide: Hide): OddShape[] {
  const inBody = (name: string, start: string, answers: RegExp, more = ''): OddShape => {
    const hidden = hide(name)
    const packets = [`${start}Content-Length: ${hidden.length}\r\n\r\n`, hidden, more]
    return { name, packets: packets.filter((packet) => packet !== ''), answers }
  }
  const { packets: [head = '', body = ''] = [] } = inBody(
    'in the body after an upgrade',
    login,
    /^/,
  )
  return [
    inBody('in the body of a GET', health, /^200 200$/, `${health}\r\n`),
    inBody('in the body of a sign-in', login, /^400 200$/, `${health}\r\n`),
    inBody('in the body of an unknown call', 'POST /api/x HTTP/1.1\r\nHost: a\r\n', /^404$/),
    inBody(
      'after 100-continue',
      `${login}Expect: 100-continue\r\n`,
      /^100 400 200$/,
      `${health}\r\n`,
    ),
    inBody('after another expectation', `${login}Expect: 200-ok\r\n`, /^417$/, `${health}\r\n`),
    {
      name: '100-continue for more than the limit',
      packets: [`${login}Expect: 100-continue\r\nContent-Length: 99999999\r\n\r\n`],
      answers: /^100 413$/,
    },
    {
      name: 'in the body after an upgrade',
      packets: [`${health}${upgrade}\r\n\r\n${head}`, body],
      answers: cutOff,
    },
    inBody('in the body of an upgrade', `${login}${upgrade}\r\n`, /^400$/),
    {
      name: 'after an upgrade',
      packets: [`${health}${upgrade}\r\n\r\n${hide('after an upgrade')}`],
      answers: cutOff,
    },
    {
      name: 'after a close',
      packets: [`${health}Connection: close\r\n\r\n`, hide('after a close')],
      answers: /^(?:200|400)?$/,
    },
    {
      name: 'absolute form',
      packets: ['GET http://a/api/health HTTP/1.1\r\nHost: a\r\n\r\n'],
      answers: /^404$/,
    },
    {
      name: 'absolute form of another host',
      packets: ['GET http://b/api/health HTTP/1.1\r\nHost: a\r\n\r\n'],
      answers: /^404$/,
    },
    {
      name: 'the asterisk',
      packets: ['OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
      // A built site takes only what reads.
      answers: /^40[45]$/,
    },
    {
      name: 'a path like a host',
      packets: ['GET //b/api/health HTTP/1.1\r\nHost: a\r\n\r\n'],
      answers: /^404$/,
    },
    {
      name: 'three at once',
      packets: [`${health}\r\n${health}\r\n${health}\r\n`],
      answers: /^200 200 200$/,
    },
    {
      name: 'a bad one after a good one',
      packets: [`${health}\r\n`, `X\r\n\r\n${hide('a bad one after a good one')}`],
      // Cut off with the bad one, the answer to the good one may be lost on its way.
      answers: /^(?:(?:200 )?400)?$/,
    },
    {
      name: 'chunk extensions',
      packets: [`${login}Transfer-Encoding: chunked\r\n\r\n2;a="b";c\r\n{}\r\n0;x\r\n\r\n`],
      answers: /^422$/,
    },
  ]
}
