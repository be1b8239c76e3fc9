import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Knowledge } from '../../../judge/knowledge.ts'
import { correspondentOf } from '../../../judge/lists/correspondent.ts'
import { isFreeMail } from '../../../judge/lists/lists.ts'
import { domainOf, registeredDomain } from '../../../judge/read/domain.ts'
import { minuteMs } from '../../../server/core/clock.ts'
import { pack } from '../../../server/judge/memory/packed.ts'
import { judgeInThread } from '../../../server/judge/threads.ts'
import { type Known, knowledgeOf } from '../../../server/judge/worker-knowledge.ts'
import { makeMail } from '../../support/judge/mails.ts'

const hosts = [
  'gmail.com',
  'firm.example',
  'firm.com.jo',
  'com.jo',
  'mail.firm.example',
  'localhost',
]
const addresses = fc
  .tuple(
    fc.constantFrom('a', 'b', 'ab', 'a"b', 'ü', '\\', 'a\u2028'),
    fc.constantFrom(...hosts, 'hotmail.com', 'firm.example.jo', 'irm.example', 'x.gmail.com'),
  )
  .map(([local, host]) => `${local}@${host}`)

test('an address is known only if it wrote, or another one of its firm', () => {
  const site = (address: string) => registeredDomain(domainOf(address))
  fc.assert(
    fc.property(fc.array(addresses, { minLength: 1, maxLength: 8 }), addresses, (wrote, asked) => {
      const { isCorrespondent } = knowledgeOf({
        correspondents: pack({ known: wrote.map(correspondentOf), met: [] }),
      })
      const isFirm = site(asked) !== '' && !isFreeMail(site(asked))
      const expected =
        wrote.includes(asked) || (isFirm && wrote.some((it) => site(it) === site(asked)))
      expect(isCorrespondent?.(asked)).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

/** An organization that knows so many that a thread keeps few of its size. */
function large(number: number): Known {
  const firms = Array.from({ length: 5000 }, (_, firm) => `firm-${firm}-of-${number}.example`)
  const people = Array.from({ length: 100 }, (_, person) => ({
    name: `Person ${person} of ${number}`,
    address: `person-${person}@organization-${number}.example`,
  }))
  return {
    own: pack({ domains: [`organization-${number}.example`], people }),
    correspondents: pack({ known: [...firms, `friend-${number}@gmail.com`], met: [] }),
  }
}

test('large organizations in turn are told apart, more than a thread keeps', () => {
  const all = Array.from({ length: 60 }, (_, number) => large(number))
  const orders = [all.entries(), all.entries(), [...all.entries()].toReversed()]
  for (const [number, known] of orders.flatMap((order) => [...order])) {
    const { domains, people, isCorrespondent }: Knowledge = knowledgeOf(known)
    expect(domains).toEqual([`organization-${number}.example`])
    expect(people?.[99]?.name).toBe(`Person 99 of ${number}`)
    expect(isCorrespondent?.(`x@firm-4999-of-${number}.example`)).toBe(true)
    expect(isCorrespondent?.(`friend-${number}@gmail.com`)).toBe(true)
    const other = (number + 1) % all.length
    expect(isCorrespondent?.(`x@firm-4999-of-${other}.example`)).toBe(false)
    expect(isCorrespondent?.(`friend-${other}@gmail.com`)).toBe(false)
  }
})

test('a thread that ended after idle minutes and began again knows the organization', async () => {
  const known = large(1)
  const codes = async () => {
    const { judgement } = await judgeInThread({
      mail: Uint8Array.from(makeMail({ from: 'Person 7 of 1 <ceo.office@gmail.com>' })),
      known,
      facts: {},
      isPasted: false,
      perThousand: 10,
    })
    return judgement.reasons.map(({ code }) => code)
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    expect(await codes()).toContain('colleague_name_on_foreign_address')
    vi.advanceTimersByTime(11 * minuteMs)
  } finally {
    vi.useRealTimers()
  }
  expect(await codes()).toContain('colleague_name_on_foreign_address')
})

test('a mail may wait long for the processor, but not use it for long', async () => {
  const asked = (body: string) => ({
    mail: Uint8Array.from(makeMail({ body })),
    known: {},
    facts: {},
    isPasted: false,
    perThousand: 10,
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const answer = judgeInThread(asked('See you on Monday'))
    await vi.advanceTimersByTimeAsync(4 * minuteMs)
    expect((await answer).judgement.level).toBe('safe')
  } finally {
    vi.useRealTimers()
  }
  const long = judgeInThread(asked('<a '.repeat(2_000_000)), 1)
  await expect(long).rejects.toThrow('The thread of the judge ended')
})
