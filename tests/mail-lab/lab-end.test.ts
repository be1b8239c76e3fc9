import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { mailPrograms } from '../support/mail-lab/start.ts'
import { until } from '../support/until.ts'

const script = join(import.meta.dirname, '../support/mail-lab/abandoned.ts')

test.skipIf(mailPrograms === undefined).each(['SIGKILL', 'SIGTERM'] as const)(
  'after %s of what started them, neither the mail programs nor their files are left',
  { timeout: 60_000 },
  async (signal) => {
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    const { folder, ports }: { folder: string; ports: number[] } = JSON.parse(line)
    expect(existsSync(folder)).toBe(true)
    expect(await Promise.all(ports.map(isOpen))).toEqual(ports.map(() => true))
    child.kill(signal)
    const isGone = async () => {
      const open = await Promise.all(ports.map(isOpen))
      return !existsSync(folder) && !open.includes(true)
    }
    expect(await until(isGone, { everyMs: 50 })).toBe(true)
  },
)

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
