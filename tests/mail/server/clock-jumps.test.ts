import { expect, test } from 'vitest'
import { queueMail } from '../../../server/mail/queue.ts'
import type { MailTransport } from '../../../server/mail/transport.ts'
import { sendDueMails, startMailWorker } from '../../../server/mail/worker.ts'
import { createTestServer } from '../../support/server/server.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

test('mail that was postponed while the clock was ahead is sent once, as soon as it is set back', async () => {
  await using server = await createTestServer()
  const { transport, sent, state } = recordingTransport()
  const parts = { ...server.services, transport }
  state.isWell = false
  server.clock.pass(dayMs)
  await queueMail(server.database, server.services, {
    to: 'a@b.example',
    subject: 'tried',
    text: '',
  })
  await sendDueMails(parts)
  await queueMail(server.database, server.services, { to: 'a@b.example', subject: 'new', text: '' })
  state.isWell = true
  server.clock.pass(-dayMs)
  const worker = startMailWorker(parts)
  await expect.poll(() => sent.toSorted()).toEqual(['new', 'tried'])
  await worker.stop()
})

test('a worker notices that the clock was set back', async () => {
  await using server = await createTestServer()
  const { transport, sent } = recordingTransport()
  const mail = { to: 'a@b.example', text: '' }
  server.clock.pass(dayMs)
  const worker = startMailWorker({ ...server.services, transport })
  await queueMail(server.database, server.services, { ...mail, subject: 'first' })
  await expect.poll(() => sent).toEqual(['first'])
  const clock = () => new Date(server.clock().getTime() + minuteMs + 1)
  await queueMail(server.database, { ...server.services, clock }, { ...mail, subject: 'second' })
  server.clock.pass(-dayMs)
  await expect.poll(() => sent).toEqual(['first', 'second'])
  await worker.stop()
})

function recordingTransport() {
  const sent: string[] = []
  const state = { isWell: true }
  const transport: MailTransport = {
    description: 'a test',
    async deliver({ subject }) {
      if (!state.isWell) throw new Error('not now')
      sent.push(subject)
    },
  }
  return { transport, sent, state }
}
