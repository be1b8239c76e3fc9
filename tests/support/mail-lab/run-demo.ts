import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { demoPassword } from '../../../server/demo/accounts.ts'
import { openClient } from '../server/client.ts'

const repository = resolve(import.meta.dirname, '../../..')

/** Runs a script of `tools/scripts` that starts a demo, until it is disposed of or stopped. */
export function runDemo(script: string, ...given: readonly string[]) {
  const child = spawn(process.execPath, [`tools/scripts/${script}`, ...given], {
    cwd: repository,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', SITE_DIRECTORY: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const exited = once(child, 'exit')
  async function stop() {
    child.kill('SIGTERM')
    await exited
    return child.exitCode
  }
  return {
    said: () => said,
    stop,
    /** A client of the demo's server, with the token of its employee. */
    async signIn() {
      const client = openClient(/http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '')
      const credentials = { username: 'employee', password: demoPassword }
      const { text } = await client.send('POST', '/auth/login', { body: credentials })
      return { client, token: String(JSON.parse(text).access_token) }
    },
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}
