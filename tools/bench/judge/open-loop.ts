import { fork } from 'node:child_process'
import { once } from 'node:events'
import { quantile } from '../../../tests/support/server/statistics.ts'
import type { MailSize } from './mails.ts'

/** A call that is made again and again; with a size it sends a mail. */
export interface Call {
  readonly name: string
  readonly path: string
  readonly token: string
  readonly mail?: MailSize
}

export interface Plan {
  readonly port: number
  /** Made in turn. */
  readonly calls: readonly Call[]
  readonly perSecond: number
  readonly seconds: number
}

export interface Answered {
  readonly name: string
  /** 0 when the connection ended without an answer. */
  readonly status: number
  readonly ms: number
  readonly retryAfter: string | null
}

export const named = (answers: readonly Answered[], ...names: readonly string[]) =>
  answers.filter(({ name }) => names.includes(name))

export const timesOf = (answers: readonly Answered[]) => answers.map(({ ms }) => ms)

/** Of the answers with these names. */
export const p99 = (answers: readonly Answered[], ...names: readonly string[]) =>
  quantile(timesOf(named(answers, ...names)), 0.99)

/** Asks in a process of its own, at fixed times, whether or not answers have come. */
export async function startOpenLoop() {
  const child = fork(new URL('./open-loop-process.ts', import.meta.url))
  const ended = once(child, 'exit').then(() => [])
  await once(child, 'message')
  return {
    async run(plan: Plan): Promise<readonly Answered[]> {
      child.send(plan)
      const answered: Promise<(readonly Answered[])[]> = once(child, 'message')
      const [answers] = await Promise.race([answered, ended])
      if (answers === undefined) throw new Error('the process that asks said nothing')
      return answers
    },
    [Symbol.dispose]: () => void child.kill(),
  }
}
