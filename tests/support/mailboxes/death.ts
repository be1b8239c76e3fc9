import { once } from 'node:events'
import { connect, createServer, type TLSSocket } from 'node:tls'
import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../../server/database/tables/tables.ts'
import type { StartedImap } from '../../../tools/mail-lab/imap-place.ts'
import type { Certificate } from '../server/certificate.ts'

/**
 * `server`: Aman is killed. `imap`: the connection is cut before a command; `answer`: before its answer. `dovecot`:
 * the mail server is killed while it has a command. `database`: no query is answered for a while.
 */
export const deaths = ['server', 'imap', 'answer', 'dovecot', 'database'] as const
export type DeathOf = (typeof deaths)[number]

export interface DyingPlace extends AsyncDisposable {
  /** Between a server and its mail server. */
  readonly port: number
  readonly database: Database
  /** From now on, the point is counted. */
  dieAt(kind: DeathOf, point: number): void
  isDead(): boolean
  /** All that died works again, for those who begin now. */
  revive(): Promise<void>
}

/** A database and a way to a mail server, which end together after any number of queries and commands. */
export async function openDyingPlace(
  alive: Database,
  { imap, certificate }: { readonly imap: StartedImap; readonly certificate: Certificate },
): Promise<DyingPlace> {
  let point = Number.POSITIVE_INFINITY
  let kind: DeathOf = 'server'
  let events = 0
  const sockets = new Set<TLSSocket>()
  const isDead = () => events >= point
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const happen = () => {
    events += 1
    if (isDead() && kind !== 'answer' && kind !== 'dovecot') cut()
  }
  const server = createServer(certificate, (socket) => {
    if (isDead() && kind !== 'database') return void socket.destroy()
    const onward = connect({ port: imap.tlsPort, host: '127.0.0.1', rejectUnauthorized: false })
    for (const side of [socket, onward]) {
      sockets.add(side)
      side.on('error', () => {})
      side.once('close', () => {
        sockets.delete(side)
        socket.destroy()
        onward.destroy()
      })
    }
    socket.on('data', (command) => {
      if (kind !== 'database') happen()
      onward.write(command)
      if (isDead() && kind === 'dovecot') void imap.kill()
    })
    onward.on('data', (answer) => {
      if (isDead() && kind === 'answer') cut()
      else socket.write(answer)
    })
  })
  server.on('tlsClientError', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it has no port')
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (kind === 'server' || kind === 'database') {
        happen()
        if (isDead()) throw new Error('the database is gone')
      }
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    port: address.port,
    database: alive.withPlugin(plugin),
    isDead,
    dieAt(kindOfDeath, atPoint) {
      kind = kindOfDeath
      events = 0
      point = atPoint
    },
    async revive() {
      const isKilled = kind === 'dovecot' && isDead()
      point = Number.POSITIVE_INFINITY
      if (!isKilled) return
      await imap.kill()
      await imap.start()
    },
    async [Symbol.asyncDispose]() {
      cut()
      await once(server.close(), 'close')
    },
  }
}
