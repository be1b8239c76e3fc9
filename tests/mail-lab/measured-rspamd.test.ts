import { expect, test } from 'vitest'
import { startRspamd } from '../../training/measure/rspamd.ts'
import { mailPrograms } from '../support/mail-lab/start.ts'

/** The test text of filters: a mail with it is spam. */
const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'

function mailWith(text: string): Buffer {
  const lines = [
    'Received: from mail.cedar-supplies.example (unknown [203.0.113.7]) by mx.firm.example with ESMTPS id 4A; Mon, 5 Aug 2002 10:00:00 +0000',
    'Received-SPF: pass',
    'From: Layla <layla@cedar-supplies.example>',
    'To: salma@firm.example',
    'Subject: Minutes of Tuesday',
    'Date: Mon, 5 Aug 2002 10:00:00 +0000',
    'Message-ID: <1@cedar-supplies.example>',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

test.skipIf(mailPrograms === undefined)(
  'rspamd marks spam, and holds neither the age of a mail nor the silence of the DNS against it',
  { timeout: 300_000 },
  async () => {
    await using rspamd = await startRspamd()
    expect(rspamd.version).toMatch(/^\d+\.\d+/)
    const [honest, spam, again] = await rspamd.check([
      mailWith('The minutes are in the usual folder.'),
      mailWith(gtube),
      mailWith('The minutes are in the usual folder.'),
    ])
    expect(spam?.isMarked).toBe(true)
    expect(honest).toEqual({ score: expect.closeTo(0, 0), isMarked: false })
    expect(again).toEqual(honest)
  },
)
