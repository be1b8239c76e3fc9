import { z } from 'astro/zod'
import { exactly, madeUpDomain, quotation, text } from './fields.ts'

const other = z
  .strictObject({
    from: text(24, 'who sent it'),
    subject: quotation(32, 'its subject'),
    verdict: text(12, 'how it was judged'),
  })
  .describe('a message with from, subject and verdict')

/** The illustration of the product in the hero: short texts, because it is small. */
export const miniatureSchema = z
  .strictObject({
    description: text(220, 'read out instead of the picture'),
    inbox: text(20, 'the title of the drawn list'),
    status: text(20, 'shown while the message is read'),
    sender_name: text(24, 'who claims to have sent the message'),
    sender_domain: madeUpDomain(30, 'the domain that it came from'),
    subject: quotation(40, 'its subject'),
    body: exactly(3, quotation(40, 'a line of the message'), 'its lines'),
    reasons: exactly(3, text(24, 'a reason for the verdict'), 'the reasons for the verdict'),
    verdict: text(16, 'the verdict'),
    verdict_note: text(24, 'how long it took'),
    kept: text(12, 'the word before what is kept'),
    deleted: text(24, 'what became of the rest'),
    others: exactly(2, other, 'the other messages in the list'),
  })
  .describe('the small picture of the product')
