import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { sum, until } from '../until.ts'
import type { HostileMail } from './hostile-headers.ts'
import { startStandIn } from './stand-in.ts'
import { startTestLab, type TestLab } from './start.ts'

/** Around the printed plugin: writes to the log how long the process worked in each of its functions. */
const before = `local class = getmetatable(rspamd_config)
local register = class.register_symbol
local function timed(name, run)
  return function(task)
    local began = os.clock()
    local result = run(task)
    require 'rspamd_logger'.infox(task, 'Aman took %s us in %s', (os.clock() - began) * 1e6, name)
    return result
  end
end
class.register_symbol = function(config, symbol)
  if symbol.callback then symbol.callback = timed(symbol.name, symbol.callback) end
  return register(config, symbol)
end
`
const after = `
class.register_symbol = register
rspamd_plugins[N].is_reported = timed('is_reported', rspamd_plugins[N].is_reported)
`

interface TimedScan {
  /** Processor time that the plugin took for one mail. */
  readonly ms: number
  /** Whether the flags of its recipients were looked up. */
  readonly isFlagged: boolean
}

export interface TimedLab extends AsyncDisposable {
  readonly lab: TestLab
  scan(mail: HostileMail): Promise<TimedScan>
}

/** The printed files for keys of the operator, with users who flagged `flagged` green, and half of them red, too. */
export async function startTimedLab(users: readonly string[], flagged: string): Promise<TimedLab> {
  await using started = new AsyncDisposableStack()
  const green = ['@firm', ...users.map((user) => `${user}|${flagged}`)]
  const red = green.filter((_, position) => position % 2 === 0)
  const domains = [...new Set(users.map((user) => `${user.replace(/.*@/, '')}|firm`))]
  const aman = started.use(await startStandIn({ red, green, domains }))
  const lab = started.use(
    await startTestLab({
      origin: aman.origin,
      isOfOperator: true,
      edit: (lines) => (lines.startsWith('-- Flags of Aman') ? `${before}${lines}${after}` : lines),
      rspamdFiles: { 'local.d/worker-normal.inc': 'count = 1;\n' },
    }),
  )
  const known = ['green flags are 1000', 'red flags are [1-9]', 'domains are 1']
  const isReady = async () => {
    const log = await lab.mail.log('rspamd')
    return known.every((words) => new RegExp(`\\(normal\\).*Aman: ${words}`).test(log))
  }
  if (!(await until(isReady, { everyMs: 100 }))) throw new Error('rspamd has no flags')
  const parts = started.move()
  return {
    lab,
    async scan(mail) {
      const { length } = await lab.mail.log('rspamd')
      const answer = await ask(lab.mail.ports.normal, mail)
      const isOver = async () =>
        (await told(lab, length)).some(({ name }) => name === 'is_reported')
      if (!(await until(isOver, { everyMs: 20 }))) throw new Error(`${mail.name}: not scanned`)
      const ms = sum((await told(lab, length)).map((part) => part.ms))
      return { ms, isFlagged: answer.includes('AMAN_RED_FLAG') }
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

async function told(lab: TestLab, from: number) {
  const lines = (await lab.mail.log('rspamd')).slice(from)
  return [...lines.matchAll(/Aman took ([\d.e+]+) us in (\w+)/g)].map(([, us, name]) => ({
    ms: Number(us) / 1000,
    name,
  }))
}

const asBytes = (line: string) => Buffer.from(line).toString('latin1')

async function ask(port: number, { from, to, message }: HostileMail): Promise<string> {
  const answer = await new Promise<string>((resolve, reject) => {
    const headers = { from: asBytes(from), rcpt: to.map(asBytes), ip: '203.0.113.10' }
    const options = { port, host: '127.0.0.1', path: '/checkv2', method: 'POST', headers }
    const asked = request(options, (response) => void text(response).then(resolve, reject))
    asked.on('error', reject)
    asked.end(message)
  })
  if (!answer.includes('"action"')) throw new Error(answer.slice(0, 200))
  return answer
}
