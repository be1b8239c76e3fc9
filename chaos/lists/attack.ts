import { addressOf } from '../../bench/database.ts'
import { type Attack, bothEngines } from '../prove/attack.ts'
import { measureLists, mostDelayMs, slowCalls } from './measure.ts'

const users = 100_000

export const listsAttack: Attack = {
  name: 'lists',
  engines: bothEngines,
  async try(stage) {
    const figures = await measureLists(addressOf(await stage.newDatabase()), users)
    const slow = slowCalls(figures)
    const longest = Math.max(...figures.calls.map(({ longestWaitMs }) => longestWaitMs))
    const counts = `longest wait ${longest.toFixed(0)} ms, of the machine itself ${figures.idle.longestWaitMs.toFixed(0)} ms`
    return [
      {
        fault: 'whole lists of 100,000 people, a removal with 100,000 mails',
        tried: figures.calls.length,
        expected: `another call waits ${mostDelayMs} ms longer at most`,
        seen: slow.length === 0 ? counts : `${counts}: ${slow.join(', ')}`,
        holds: slow.length === 0,
      },
    ]
  },
}
