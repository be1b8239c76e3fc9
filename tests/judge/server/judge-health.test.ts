import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { makeMail } from '../../support/judge/mails.ts'
import { sampleIn } from '../../support/metrics.ts'
import { freePort } from '../../support/server/free-port.ts'
import { policyFile } from '../../support/server/server.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeGatewayKey, makeOrganization } from '../../support/worlds/factories.ts'

const doctor = prepareCommand('doctor')
const timeout = 60_000

/** As the system call filter of the unit answers. */
const refusePriority = `
const { setPriority } = os
os.setPriority = () => { throw Object.assign(new Error('EPERM'), { code: 'ERR_SYSTEM_ERROR' }) }
require('node:module').syncBuiltinESMExports()`
const endThread = `throw new Error('no room')`

/**
 * A real server, in whose threads of the judge the code runs first.
 * @returns asks it to judge a mail, what it says of its judge, its figures, and what the doctor says
 */
async function startWith(code: string) {
  const stack = new AsyncDisposableStack()
  const store = stack.use(await createTestDatabase())
  const folder = stack.use(await temporaryFolder())
  const preload = join(folder.path, 'preload.cjs')
  const isJudge = `require('node:worker_threads').threadName === 'judge'`
  await writeFile(preload, `const os = require('node:os')\nif (${isJudge}) {${code}}\n`)
  const database = await openDatabase(store.address)
  const organizationId = await makeOrganization({ database, clock: () => new Date() })
  const key = await makeGatewayKey({ database, clock: () => new Date() }, organizationId, 'analyse')
  await database.destroy()
  const [port, metricsPort] = [await freePort(), await freePort()]
  const environment = {
    DATABASE_URL: store.url,
    PORT: String(port),
    METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
  }
  const server = await startServerProcess({
    ...environment,
    NODE_OPTIONS: `--require ${preload}`,
  })
  stack.defer(async () => void (await server.end('SIGTERM')))
  return {
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
    async judge() {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'message/rfc822' }
      const body = Buffer.from(makeMail({}))
      return (await fetch(`${server.url}/api/analyses`, { method: 'POST', headers, body })).status
    },
    async ready() {
      const answer = await fetch(`${server.url}/api/ready`)
      return { status: answer.status, body: await answer.json() }
    },
    async figures() {
      return (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    },
    async diagnosis() {
      const given = { environment: { POLICY_FILE: policyFile, ...environment } }
      const { stdout } = await doctor(given).catch((error: unknown) => Object(error))
      return stdout
    },
    log: () => server.output().stdout,
  }
}

test('a judge that may not lower its priority judges mail', { timeout }, async () => {
  await using server = await startWith(refusePriority)
  expect(await server.judge()).toBe(200)
  expect(await server.ready()).toEqual({ status: 200, body: { status: 'ready', judge: 'works' } })
})

test('an idle judge is tried, and counts as working', { timeout }, async () => {
  await using server = await startWith('')
  expect(await server.diagnosis()).toContain('well      The judge of the server judges mail')
  const figures = await server.figures()
  expect(sampleIn(figures, 'aman_judge_up')).toBe(1)
  expect(sampleIn(figures, 'aman_judge_threads', { state: 'idle' })).toBe(1)
  expect(sampleIn(figures, 'aman_judge_failures_total')).toBe(0)
})

test('a judge that fails is told by readiness, metrics, log and doctor, and takes no server out', {
  timeout,
}, async () => {
  await using server = await startWith(endThread)
  expect(await server.judge()).toBe(500)
  await expect
    .poll(server.ready)
    .toEqual({ status: 200, body: { status: 'ready', judge: 'fails' } })
  expect(await server.diagnosis()).toContain(
    'wrong     The judge of the server fails: no mail is judged or marked',
  )
  const figures = await server.figures()
  expect(sampleIn(figures, 'aman_judge_up')).toBe(0)
  expect(sampleIn(figures, 'aman_judge_failures_total')).toBeGreaterThanOrEqual(2)
  expect(server.log()).toContain('"event":"judge fails"')
})
