import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Records by name and type, for example `{ 'firm.example': { A: ['203.0.113.10'] } }`. */
export type Zone = Readonly<
  Record<string, Readonly<Partial<Record<RecordType, readonly string[]>>>>
>
type RecordType = 'A' | 'NS' | 'CNAME' | 'PTR' | 'MX' | 'TXT' | 'AAAA'

export interface DnsStub extends AsyncDisposable {
  readonly port: number
  /** Every name that was asked for, in lower case. */
  readonly asked: Set<string>
}

const typeNumbers: Readonly<Record<number, RecordType>> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
}
const ttlSeconds = 60
const headerBytes = 12
/** Authoritative answer, recursion available. */
const answerFlags = 0x8580
const noSuchName = 3

/** A name server on loopback that knows a made-up zone, and answers that nothing else exists. */
export async function startDnsStub(zone: Zone, port = 0): Promise<DnsStub> {
  const asked = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const question = readQuestion(query)
    asked.add(question.name)
    socket.send(answerTo(zone, query, question), from.port, from.address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    asked,
    async [Symbol.asyncDispose]() {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}

interface Question {
  readonly name: string
  readonly type: number
  /** Where the question ends in the query. */
  readonly end: number
}

function readQuestion(query: Buffer): Question {
  const labels: string[] = []
  let at = headerBytes
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(zone: Zone, query: Buffer, { name, type, end }: Question): Buffer {
  const recordType = typeNumbers[type]
  const values = (recordType === undefined ? undefined : zone[name]?.[recordType]) ?? []
  const exists = Object.keys(zone).some((known) => known === name || known.endsWith(`.${name}`))
  const header = Buffer.alloc(headerBytes)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(answerFlags | (exists ? 0 : noSuchName), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(values.length, 6)
  const answers = values.map((value) => record(type, dataOf(recordType, value)))
  return Buffer.concat([header, query.subarray(headerBytes, end), ...answers])
}

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  // The name of the question, by reference.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(ttlSeconds, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function dataOf(type: RecordType | undefined, value: string): Buffer {
  switch (type) {
    case 'A':
      return Buffer.from(value.split('.').map(Number))
    case 'MX':
      return Buffer.concat([Buffer.from([0, 10]), nameBytes(value)])
    case 'TXT':
      return Buffer.concat((value.match(/.{1,250}/gs) ?? ['']).map(textBytes))
    default:
      return nameBytes(value)
  }
}

const textBytes = (text: string) => Buffer.from([text.length, ...Buffer.from(text)])

function nameBytes(name: string): Buffer {
  return Buffer.concat([...name.split('.').map(textBytes), Buffer.from([0])])
}
