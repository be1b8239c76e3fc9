import { randomUUID } from 'node:crypto'
import { median } from '../../../tests/support/server/statistics.ts'
import { times } from '../../../tests/support/until.ts'
import { type Row, row } from '../prove/attack.ts'
import type { Scene } from './scene.ts'

const lanes = 100
const measured = 20

/** One firm gets many mails all the time, and another one now and then. */
export async function flood({ url, keys, users }: Scene): Promise<Row> {
  const [many, one] = [users[10], users[11]]
  if (many === undefined || one === undefined) throw new Error('there are many')
  let isOver = false
  let refused = 0
  const report = async (email: string) => {
    const began = performance.now()
    const answer = await fetch(`${url}/api/rspamd`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.report}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{
          action: 'no action',
          symbols: [],
          rcpt: [email],
          from: 'layla@cedar-supplies.example',
        },
        ...{ subject: 'Our offer', message_id: `${randomUUID()}@cedar-supplies.example` },
      }),
    })
    await answer.text()
    if (answer.status !== 200) refused += 1
    return performance.now() - began
  }
  const flooding = times(lanes, async () => {
    const waits: number[] = []
    while (!isOver) waits.push(await report(many.email))
    return waits
  })
  const waits: number[] = []
  for (let number = 0; number < measured; number += 1) waits.push(await report(one.email))
  isOver = true
  const floodWaits = (await flooding).flat()
  const [ofOne, ofMany] = [median(waits), median(floodWaits)]
  return row({
    fault: `${lanes} reports of one organization at once, again and again, and now and then one of another`,
    tried: floodWaits.length + measured,
    expected: 'the other waits for less than half as long, and none is refused',
    figures: `median ${Math.round(ofOne)} ms, of the flood ${Math.round(ofMany)} ms, ${refused} refused`,
    problems: ofOne < ofMany / 2 && refused === 0 ? [] : ['it waits too long, or was refused'],
  })
}
