import { judgeMail } from '../../../judge/judge.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { openedTarget } from '../../../judge/read/opened-target.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { plainest, type Said, ways, writeMail } from '../../../tests/support/judge/ways.ts'
import { generateMails } from '../../../training/render/mails.ts'
import { readTexts } from '../../../training/render/texts.ts'
import { type Attack, row } from '../prove/attack.ts'
import { openThunderbird } from './thunderbird.ts'

/** Mails of each label. */
const mostMails = 5000
/** How much an attack's score may fall by the way in which it is written. */
const mostFall = 0.1
/** At most so many of 5,000 honest mails are marked. */
const mostMarked = 5
const seed = 7

const names = Object.keys(ways)
const judge = (mail: Uint8Array) => judgeMail(mail, {}, { model: shippedModel })

/** Mails that are judged alike in whatever way they are written, and read as Thunderbird shows them. */
export const readingAttack: Attack = {
  name: 'reading',
  engines: ['file'],
  // Ten thousand mails take minutes.
  isOnlyWhenNamed: true,
  limitMinutes: 15,
  async try() {
    return [await writeAttacks(), await writeHonest(), ...(await compareWithThunderbird())]
  },
}

/** Texts of the training that have a level, evenly from all, so many that all ways make 5,000 mails. */
async function texts(label: 'attack' | 'ordinary', level: 'safe' | 'suspicious'): Promise<Said[]> {
  const found: Said[] = []
  for (const mail of generateMails(readTexts(), seed, 1)) {
    if (mail.label !== label) continue
    const { from, subject, text, links } = await readMail(mail.raw)
    const link = links.find(({ target, text: words }) => /^https:/.test(target) && words !== '')
    const paragraphs = text.split('\n').filter((it) => /\p{L}{2}/u.test(it))
    const plain = (it: string) => it.replaceAll(/[<>&]/g, ' ')
    const said: Said = {
      sender: `${from.name.replaceAll(/[^\p{L}\p{N} ]/gu, '')} <${from.address}>`,
      subject,
      paragraphs: paragraphs.map(plain),
      ...(link === undefined ? {} : { link: [plain(link.text), link.target] }),
    }
    if ((await judge(writeMail(said, 'a page'))).level === level) found.push(said)
  }
  const count = Math.ceil(mostMails / names.length)
  const step = Math.max(1, found.length / count)
  return Array.from({ length: count }, (_, at) => found[Math.floor(at * step)]).filter(
    (it) => it !== undefined,
  )
}

/** @param find what is wrong with a way in which a text is written, if anything is */
async function writeAll(
  said: readonly Said[],
  find: (said: Said, way: string) => Promise<string | undefined>,
) {
  const found: string[] = []
  for (const one of said) {
    for (const way of names) {
      const problem = await find(one, way)
      if (problem !== undefined) found.push(`${way}: ${problem}`)
    }
  }
  return { tried: said.length * names.length, found }
}

async function writeAttacks() {
  const said = await texts('attack', 'suspicious')
  const { tried, found } = await writeAll(said, async (one, way) => {
    const plain = await judge(writeMail(one, plainest(way)))
    const { score } = await judge(writeMail(one, way))
    if (score >= plain.score - mostFall) return undefined
    return `${plain.score.toFixed(3)} becomes ${score.toFixed(3)}, ${one.subject}`
  })
  return row({
    fault: `attacks, each written in ${names.length} ways`,
    tried,
    expected: `no score falls by more than ${mostFall}`,
    figures: `${found.length} fall`,
    problems: found,
  })
}

async function writeHonest() {
  const said = await texts('ordinary', 'safe')
  const { tried, found } = await writeAll(said, async (one, way) => {
    const { level } = await judge(writeMail(one, way))
    return level === 'suspicious' ? one.subject : undefined
  })
  return row({
    fault: `honest mails, each written in ${names.length} ways`,
    tried,
    expected: `at most ${mostMarked} are marked`,
    figures: `${found.length} are marked`,
    problems: found.length > mostMarked ? found : [],
  })
}

const wordsOf = (text: string) => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))]

async function compareWithThunderbird() {
  const all = await texts('attack', 'suspicious')
  await using thunderbird = await openThunderbird()
  // Where it is not installed, nothing is compared.
  if (thunderbird === undefined) return []
  const languages = [/[a-z]/i, /[ء-ي]/]
  const compared = languages.map((it) =>
    all.find(({ paragraphs, link }) => link && it.test(paragraphs[0] ?? '')),
  )
  const said = compared.filter((it) => it !== undefined)
  const { tried, found } = await writeAll(said, async (one, way) => {
    const mail = writeMail(one, way)
    const shown = await thunderbird.show(mail)
    const read = await readMail(mail)
    const seen = new Set(wordsOf(shown.text))
    const mine = new Set(wordsOf(`${read.subject} ${read.text}`))
    const words = wordsOf(one.paragraphs.join(' '))
    const lost = words.filter((it) => seen.has(it) && !mine.has(it))
    const targets = new Set(read.links.map(({ target }) => target))
    const lostLinks = shown.links.filter(
      (it) => /^https?:/.test(it) && !targets.has(openedTarget(it)),
    )
    const problem = [...lost, ...lostLinks].join(' ')
    return problem === '' ? undefined : problem
  })
  return [
    row({
      fault: 'mails in all ways, as Thunderbird shows them',
      tried,
      expected: 'each word and link that it shows is read',
      figures: `${found.length} lost`,
      problems: found,
    }),
  ]
}
