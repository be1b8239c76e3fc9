import { randomUUID } from 'node:crypto'
import { type Row, row } from '../prove/attack.ts'
import type { Scene } from './scene.ts'

const reports = 400

/** One firm gets many mails at once, and another one. */
export async function flood({ url, keys, users }: Scene): Promise<Row> {
  const [many, one] = [users[10], users[11]]
  if (many === undefined || one === undefined) throw new Error('there are many')
  let done = 0
  const report = async (email: string) => {
    const answer = await fetch(`${url}/api/rspamd`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.report}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ action: 'no action', symbols: [], rcpt: [email], from: 'layla@cedar-supplies.example' },
        ...{ subject: 'Our offer', message_id: `${randomUUID()}@cedar-supplies.example` },
      }),
    })
    done += 1
    return answer.status
  }
  const flooding = Array.from({ length: reports }, () => report(many.email))
  const status = await report(one.email)
  const before = done
  const refused = (await Promise.all(flooding)).filter((answer) => answer !== 200).length
  return row({
    fault: `${reports} reports of one organization and one of another, at once`,
    tried: reports + 1,
    expected: 'the other does not wait for all of them',
    figures: `answered with ${status} after ${before - 1} of ${reports}, ${refused} refused`,
    problems: status === 200 && before < reports && refused === 0 ? [] : ['it waited, or was refused'],
  })
}
