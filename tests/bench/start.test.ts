import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { residentMegabytes, startUntilAnswer } from '../../tools/bench/start/measure.ts'
import { freePort } from '../support/server/free-port.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const floor = resolve(import.meta.dirname, '../../tools/bench/start/floor.ts')

test('the bench of starts measures the floor up to its first answer, and its memory', {
  timeout: 60_000,
}, async () => {
  await using folder = await temporaryFolder()
  const port = await freePort()
  const parameters = [floor, join(folder.path, 'floor.db'), String(port)]
  const beganMs = performance.now()
  await using server = await startUntilAnswer(process.execPath, parameters, { port })
  expect(server.firstAnswerMs).toBeGreaterThan(0)
  expect(server.firstAnswerMs).toBeLessThanOrEqual(performance.now() - beganMs)
  expect(await (await fetch(server.url)).text()).toContain('Floor')
  // Node.js alone takes more than this.
  expect(await residentMegabytes(server.pid)).toBeGreaterThan(20)
  await server.stop()
  await expect(fetch(server.url)).rejects.toThrow()
})

test('the bench of starts fails with a server that ends', async () => {
  const port = await freePort()
  await expect(startUntilAnswer(process.execPath, ['--eval', '0'], { port })).rejects.toThrow(
    'does not answer',
  )
})
