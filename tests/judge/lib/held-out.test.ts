import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readShortTexts } from '../../../training/held-out/groups.ts'
import { businessMails, compromiseMails } from '../../../training/held-out/mails.ts'
import { readOrganizations } from '../../../training/held-out/organizations.ts'
import { senderOf } from '../../../training/held-out/senders.ts'
import { fillSlots } from '../../../training/held-out/slots.ts'
import { readLetters } from '../../../training/letters.ts'
import { Random } from '../../../training/random.ts'
import { readTexts } from '../../../training/render/texts.ts'
import { similarPairs } from '../../support/judge/similar-texts.ts'

const organizations = readOrganizations()
const compromise = readShortTexts('compromise')
const business = readShortTexts('business')
const families = readTexts(join(import.meta.dirname, '../../../training/held-out/families'))
const training = readTexts()

describe('mail that is kept for measurements', () => {
  it('has 200 texts of business e-mail compromise in each language', () => {
    expect(compromise.filter(({ language }) => language === 'en')).toHaveLength(200)
    expect(compromise.filter(({ language }) => language === 'ar')).toHaveLength(200)
  })

  it('has attacks of new and of known kinds, and ordinary mail, as many in each language', () => {
    const counts = ['en', 'ar'].flatMap((language) =>
      ['new-kinds', 'known-kinds', 'ordinary'].map(
        (file) =>
          families.filter(({ id }) => id.startsWith(`held-out-${language}-${file}-`)).length,
      ),
    )
    expect(counts).toEqual([22, 30, 30, 22, 30, 30])
  })

  it('has 3,000 ordinary mails of business, each another one', () => {
    const mails = businessMails()
    const distinct = new Set(mails.map(({ raw }) => Buffer.from(raw).toString()))
    expect([mails.length, distinct.size]).toEqual([3_000, 3_000])
  })

  it('shares no text with the training, and no text twice', () => {
    const letters = readLetters().map(({ text, ...letter }) => ({ ...letter, body: text }))
    const all = [...training, ...letters, ...families, ...compromise, ...business]
    const ofTraining = new Set([...training, ...letters].map(({ id }) => id))
    expect(similarPairs(all).filter((ids) => !ids.every((id) => ofTraining.has(id)))).toEqual([])
  })

  it('shares no family with the training', () => {
    const names = new Set(training.map(({ family, id }) => family ?? id))
    const held = [...families, ...compromise].map(({ family, id }) => family ?? id)
    expect(held.filter((name) => names.has(name))).toEqual([])
  })

  it('fills each slot and takes one of each choice', () => {
    const left = [...compromise, ...business].flatMap((text) =>
      organizations
        .filter(({ language }) => language === text.language)
        .flatMap((organization) => {
          const random = new Random(1)
          const recipient = organization.people[0] ?? ''
          const sender = senderOf(text.from[0] ?? 'colleague', organization, recipient, random)
          const template = `${text.subject}\n${text.body}\n${text.attach ?? ''}`
          const filled = fillSlots(template, organization, sender, recipient, random)
          return /[{}[\]|]/.test(filled) ? [`${text.id}: ${filled}`] : []
        }),
    )
    expect(left).toEqual([])
  })

  it('becomes the same mails for the same seed, and others for another', () => {
    const first = compromiseMails(3).map(({ raw }) => Buffer.from(raw).toString())
    expect(compromiseMails(3).map(({ raw }) => Buffer.from(raw).toString())).toEqual(first)
    const other = compromiseMails(4).map(({ raw }) => Buffer.from(raw).toString())
    expect(other.filter((raw, at) => raw === first[at])).toEqual([])
  })
})
