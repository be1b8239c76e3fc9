import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { connect, type LookupFunction } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import {
  createOutboundFetch,
  createOutboundPost,
  isCallable,
  OutboundError,
} from '../../../server/core/outbound-fetch.ts'
import { listenLocally } from '../../support/listen-locally.ts'
import { type Certificate, makeCertificate } from '../../support/server/certificate.ts'

let certificate: Certificate
beforeAll(async () => {
  certificate = await makeCertificate()
})

/** A server on this machine, which counts the requests that reach it. */
async function startTarget(listener: RequestListener) {
  let requests = 0
  const server = createServer(certificate, (incoming, outgoing) => {
    requests += 1
    listener(incoming, outgoing)
  })
  return { ...(await listenLocally(server)), requests: () => requests }
}

/** A name server that gives these addresses for every name. */
function resolvingTo(...addresses: readonly string[]): LookupFunction {
  return (_host, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (all) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family)
  }
}

async function problemOf(promise: Promise<unknown>): Promise<string> {
  const cause = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  return cause instanceof OutboundError ? cause.problem : `no problem: ${cause}`
}

test.each([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'https://0.0.0.0/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'http://firm.example/',
  'file:///etc/passwd',
  'firm.example',
])('%s is not called', async (url) => {
  const lookup: LookupFunction = () => {
    throw new Error('no name was to be looked up')
  }
  const fetch = createOutboundFetch({ privateNetworks: '', lookup })
  expect(await problemOf(fetch(url))).toBe('not_allowed')
})

/** At least one address of each kind that is not public (IANA, RFC 6890). */
const notPublic = {
  'IPv4 in this network, shared or benchmarking': ['0.1.2.3', '100.127.255.254', '198.19.255.254'],
  'IPv4 of protocols and documentation': ['192.0.0.8', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
  'IPv4 reserved, multicast and broadcast': ['240.0.0.1', '239.1.1.1', '255.255.255.255'],
  'IPv4-compatible (::/96)': ['::7f00:1', '::a00:1', '::a9fe:a9fe', '::808:808'],
  'IPv4-mapped (::ffff:0:0/96)': ['::ffff:a00:1', '::ffff:100.64.0.1'],
  'IPv4-translated (::ffff:0:0:0/96)': ['::ffff:0:7f00:1', '::ffff:0:808:808'],
  'NAT64 (64:ff9b::/96, 64:ff9b:1::/48)': ['64:ff9b::a00:1', '64:ff9b:1::a00:1', '64:ff9b:2::1'],
  '6to4 (2002::/16) and Teredo (2001::/32)': ['2002:a00:1::1', '2001::5ef5:fff5', '2001:0:1::1'],
  'discarded (100::/64, 100:0:0:1::/64)': ['100::1', '100:0:0:1::1'],
  'documentation (2001:db8::/32, 3fff::/20)': ['2001:db8::1', '3fff::1', '3fff:fff::1'],
  'benchmarking and protocols (2001::/23)': ['2001:2::1', '2001:10::1', '2001:1f0::1'],
  'segment routing (5f00::/16)': ['5f00::1'],
  'site-local (fec0::/10), unique local and link-local': ['fec0::1', 'fd12::1', 'febf::1'],
  'not assigned': ['1::1', '4000::1', 'e000::1'],
}

test.each(Object.entries(notPublic))('%s is not called', async (_, all) => {
  for (const address of all) {
    const host = address.includes(':') ? `[${address}]` : address
    expect([address, isCallable(`https://${host}/`, '')]).toEqual([address, false])
    const fetch = createOutboundFetch({ privateNetworks: '', lookup: resolvingTo(address) })
    expect([address, await problemOf(fetch('https://firm.example/'))]).toEqual([
      address,
      'not_allowed',
    ])
  }
})

test('addresses of the public internet are callable', () => {
  for (const host of ['8.8.8.8', '[2606:4700::1111]', '[2a00:1450::1]', '[::ffff:808:808]']) {
    expect([host, isCallable(`https://${host}/`, '')]).toEqual([host, true])
  }
})

test.each([
  [['127.0.0.1']],
  [['169.254.169.254']],
  [['::ffff:10.0.0.1']],
  [['fd00::1']],
  [['93.184.216.34', '127.0.0.1']],
])('a name that resolves to %j is not called', async (addresses) => {
  await using target = await startTarget((_, answer) => answer.end())
  const lookup = resolvingTo(...addresses)
  const fetch = createOutboundFetch({ privateNetworks: '', lookup, ca: certificate.cert })
  expect(await problemOf(fetch(`https://localhost:${target.port}/`))).toBe('not_allowed')
  expect(target.requests()).toBe(0)
})

test('the address that is checked is the one that is called, whatever the name says next', async () => {
  await using target = await startTarget((_, answer) => answer.end('{}'))
  let asked = 0
  // Allowed at first, and another address a moment later (DNS rebinding).
  const lookup: LookupFunction = (host, options, callback) => {
    asked += 1
    resolvingTo(asked === 1 ? '127.0.0.1' : '10.0.0.1')(host, options, callback)
  }
  const privateNetworks = '127.0.0.0/8'
  const fetch = createOutboundFetch({ privateNetworks, lookup, ca: certificate.cert })
  expect((await fetch(`https://localhost:${target.port}/`)).status).toBe(200)
  expect([asked, target.requests()]).toEqual([1, 1])
})

const own = () => ({ privateNetworks: '127.0.0.0/8', ca: certificate.cert })

test('a private network that the operator names is called, and only that', async () => {
  await using target = await startTarget((incoming, answer) => {
    answer.setHeader('content-type', 'application/json')
    answer.end(
      JSON.stringify({ method: incoming.method, encoding: incoming.headers['accept-encoding'] }),
    )
  })
  const fetch = createOutboundFetch(own())
  const answer = await fetch(`https://127.0.0.1:${target.port}/`, { method: 'POST', body: 'a=b' })
  expect(await answer.json()).toEqual({ method: 'POST', encoding: 'identity' })
  expect(await problemOf(fetch('https://10.0.0.1/'))).toBe('not_allowed')
  const plain = `http://127.0.0.1:${target.port}/`
  expect(await problemOf(fetch(plain))).toBe('not_allowed')
})

test('a certificate that is not trusted is refused', async () => {
  await using target = await startTarget((_, answer) => answer.end())
  const fetch = createOutboundFetch({ privateNetworks: '127.0.0.0/8' })
  expect(await problemOf(fetch(`https://127.0.0.1:${target.port}/`))).toBe('unreachable')
})

test('a redirect is not followed', async () => {
  await using inside = await startTarget((_, answer) => answer.end('secret'))
  await using target = await startTarget((_, answer) => {
    answer.writeHead(302, { location: `https://127.0.0.1:${inside.port}/` }).end()
  })
  const fetch = createOutboundFetch(own())
  expect(await problemOf(fetch(`https://127.0.0.1:${target.port}/`))).toBe('redirected')
  expect(inside.requests()).toBe(0)
})

test('an endless answer and one that never comes end at their limits', async () => {
  const part = Buffer.alloc(10_000)
  await using endless = await startTarget((_, answer) => {
    const more = () => {
      while (!answer.destroyed && answer.write(part));
    }
    answer.on('drain', more)
    more()
  })
  await using silent = await startTarget(() => undefined)
  await using slow = await startTarget((_, answer) => {
    answer.write('{')
  })
  const large = createOutboundFetch({ ...own(), mostBytes: 50_000 })
  expect(await problemOf(large(`https://127.0.0.1:${endless.port}/`))).toBe('too_large')
  const hasty = createOutboundFetch({ ...own(), timeoutMs: 300 })
  for (const { port } of [silent, slow]) {
    expect(await problemOf(hasty(`https://127.0.0.1:${port}/`))).toBe('too_slow')
  }
})

const message = [{}, '{}'] as const

test.each([
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'http://93.184.216.34/',
  'http://firm.example/',
])('a webhook at %s is not called', async (url) => {
  const post = createOutboundPost({ privateNetworks: '', lookup: resolvingTo('93.184.216.34') })
  expect(await problemOf(post(url, ...message))).toBe('not_allowed')
})

test('a message goes by http:// to a network that the operator names, and to no other', async () => {
  const bodies: string[] = []
  const target = createPlainServer(async (incoming, answer) => {
    bodies.push((await incoming.toArray()).join(''))
    answer.writeHead(202).end('a body that is not read')
  })
  await using listening = await listenLocally(target)
  const url = `http://localhost:${listening.port}/`
  let asked = 0
  // Allowed at first, and another address a moment later (DNS rebinding).
  const lookup: LookupFunction = (host, options, callback) => {
    asked += 1
    resolvingTo(asked === 1 ? '127.0.0.1' : '10.0.0.1')(host, options, callback)
  }
  const post = createOutboundPost({ privateNetworks: '127.0.0.0/8', lookup })
  expect(await post(url, {}, '{"type":"test"}')).toBe(202)
  expect(await problemOf(post(url, ...message))).toBe('not_allowed')
  const elsewhere = createOutboundPost({
    privateNetworks: '10.0.0.0/8',
    lookup: resolvingTo('127.0.0.1'),
  })
  expect(await problemOf(elsewhere(url, ...message))).toBe('not_allowed')
  expect(bodies).toEqual(['{"type":"test"}'])
})

test('of the answer to a message only the status is read, by its time limit', async () => {
  await using endless = await startTarget((_, answer) => {
    answer.writeHead(500)
    answer.write('{')
  })
  await using silent = await startTarget(() => undefined)
  const post = createOutboundPost(own())
  expect(await post(`https://127.0.0.1:${endless.port}/`, ...message)).toBe(500)
  const hasty = createOutboundPost({ ...own(), timeoutMs: 300 })
  expect(await problemOf(hasty(`https://127.0.0.1:${silent.port}/`, ...message))).toBe('too_slow')
})

test('through a proxy public names are called, private ones are not, and NO_PROXY goes without', async () => {
  await using target = await startTarget((_, answer) => answer.end('{}'))
  const tunnels: (string | undefined)[] = []
  const proxy = createPlainServer().on('connect', ({ url }, client) => {
    tunnels.push(url)
    const server = connect(target.port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      server.pipe(client).pipe(server)
    })
    for (const socket of [server, client]) socket.on('error', () => {})
  })
  await using listening = await listenLocally(proxy)
  const HTTPS_PROXY = `http://127.0.0.1:${listening.port}`
  const fetchWith = (addresses: string[], NO_PROXY = '') =>
    createOutboundFetch({
      privateNetworks: '',
      proxies: { HTTP_PROXY: '', HTTPS_PROXY, NO_PROXY },
      lookup: resolvingTo(...addresses),
      ca: certificate.cert,
    })
  const address = `https://localhost:${target.port}/`
  expect((await fetchWith(['93.184.216.34'])(address)).status).toBe(200)
  expect(tunnels).toEqual([`localhost:${target.port}`])
  expect(await problemOf(fetchWith(['10.0.0.1'])(address))).toBe('not_allowed')
  expect(await problemOf(fetchWith(['127.0.0.1'], 'localhost')(address))).toBe('not_allowed')
  expect(tunnels).toHaveLength(1)
})
