import { type ReadMail, readMail } from '../../../judge/read/read-mail.ts'
import { type MailParts, makeMail } from './mails.ts'

/** A name, a mail, and the numbers of a group that differ from those of a plain mail. */
export type Case<Parts = MailParts> = readonly [string, Parts, Readonly<Record<string, number>>]

type Group = (mail: ReadMail) => Readonly<Record<string, number>>

/** The numbers of a group by name; fractions with three digits. */
async function numbersOf(group: Group, parts: MailParts): Promise<[string, number][]> {
  const numbers = Object.entries(group(await readMail(makeMail(parts))))
  return numbers.map(([name, value]) => [name, Math.round(value * 1000) / 1000])
}

/**
 * The numbers of a group of features that differ from those of a plain mail.
 * @param usual numbers that many mails change, left out of a mail that changes another one too
 */
export async function differences(
  group: Group,
  parts: MailParts,
  plain: MailParts = {},
  usual: readonly string[] = [],
): Promise<Record<string, number>> {
  const others = new Map(await numbersOf(group, plain))
  const changed = (await numbersOf(group, parts)).filter(
    ([name, value]) => others.get(name) !== value,
  )
  const unusual = changed.filter(([name]) => !usual.includes(name))
  return Object.fromEntries(unusual.length > 0 ? unusual : changed)
}
