import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { listContent } from '../../build/preview/overview.ts'
import { judgeMail } from '../../judge/judge.ts'
import { shippedModel } from '../../judge/model/shipped.ts'
import { readMail } from '../../judge/read/read-mail.ts'
import { checkContent } from '../../src/content/check.ts'
import { readPostFiles } from '../../src/content/post-files.ts'
import { checkVerdicts, mailOf } from '../../src/content/sample-mail.ts'
import { trySchema } from '../../src/content/schemas/try.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const top = `---
title: "How to read a sender"
date: "2025-11-20"
author: "Aman"
summary: "The name is what the sender wrote; the address is what counts."
---
`
const text = `
A name is easy to choose.

## What to look at

- the domain after the \`@\`, for instance \`<accounts@bank.example>\`
- [the questions](/#faq) and <https://aman.example/>

\`\`\`
From: <b>Bank</b>
\`\`\`
`
/** The line of the first line of the text. */
const firstLine = top.split('\n').length

async function folderWith(files: Record<string, string>) {
  const folder = await temporaryFolder()
  const write = (name: string, content: string | Buffer) => {
    const path = join(folder.path, 'src/content', name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, content)
  }
  for (const [name, content] of Object.entries(files)) write(name, content)
  return {
    ...folder,
    write,
    remove: (name: string) => rmSync(join(folder.path, 'src/content', name)),
    problems: async () => (await readPostFiles(folder.path)).problems.join('\n'),
  }
}

const both = (source: string) => ({ 'posts/a.md': source, 'ar/posts/a.md': source })

test('an article is Markdown below a top with title, date, author and summary', async () => {
  await using folder = await folderWith(both(top + text))
  const { posts, problems } = await readPostFiles(folder.path)
  expect(problems).toEqual([])
  expect(posts.map(({ locale, slug, post }) => [locale, slug, post.date])).toEqual([
    ['en', 'a', '2025-11-20'],
    ['ar', 'a', '2025-11-20'],
  ])
  expect(posts[0]?.text).toBe(text)
})

test.for([
  ['[a link](javascript:alert(1))', /has a link to javascript:alert\(1/],
  ['# A second title', /has a heading of the first level/],
  ['We answer within 5 minutes.', /says "5 minutes"; promised are/],
  ['A word\u202eturned', /invisible character, U\+202E/],
  ['هذه رسالة, وهذه أخرى', /has , in an Arabic text/],
] as const)('the text of an article is refused by its line: %s', async ([line, problem]) => {
  await using folder = await folderWith(both(`${top}One line.\n\n${line}\n`))
  const problems = await folder.problems()
  expect(problems).toContain('src/content/posts/a.md needs a correction')
  expect(problems).toContain(`the text (line ${firstLine + 2})`)
  expect(problems).toMatch(problem)
})

test.for([
  ['no top', text, 'the top (line 1)', /not between two lines of three dashes/],
  ['an open top', `---\n${text}`, 'the top (line 1)', /not between two lines/],
  ['a missing author', top.replace(/author.*\n/, '') + text, 'author (line 1)', /is missing/],
  ['an unknown field', top.replace('author', 'writer') + text, 'writer (line 4)', /no field has/],
  ['no such day', top.replace('-20"', '-31"') + text, 'date (line 3)', /not a day in the cal/],
  [
    'another form of date',
    top.replace('2025-11-20', '20/11/2025') + text,
    'date (line 3)',
    /not a/,
  ],
  ['a lost quote', top.replace('"Aman"', '"Aman') + text, 'punctuation (line 4)', /no straight/],
  ['no text', `${top}\n`, `the text (line ${firstLine})`, /is empty/],
  ['too long a text', top + 'word '.repeat(4001), 'the text', /is 20005 characters long/],
] as const)(
  'an article with %s is refused by file and line',
  async ([, source, place, problem]) => {
    await using folder = await folderWith(both(source))
    const problems = await folder.problems()
    expect(problems).toContain('src/content/posts/a.md needs a correction')
    expect(problems).toContain(place)
    expect(problems).toMatch(problem)
  },
)

test('a picture of an article is there, has the size of shared pictures and is small', async () => {
  const withPicture = (name: string) =>
    both(top.replace('author', `picture: "${name}"\nauthor`) + text)
  await using folder = await folderWith(withPicture('mail.png'))
  const place = 'picture (line 4)'
  expect(await folder.problems()).toContain(
    `${place}\n    is wrong: there is no src/content/pictures/`,
  )
  folder.write('pictures/mail.png', 'no picture')
  expect(await folder.problems()).toContain('is wrong: cannot be read as a picture')
  const size = { width: 1200, height: 630, channels: 3, background: '#0b6178' } as const
  const png = (width: number, height: number = size.height) =>
    sharp({ create: { ...size, width, height } })
      .png()
      .toBuffer()
  folder.write('pictures/mail.png', await png(600))
  expect(await folder.problems()).toContain('is wrong: has 600 x 630 pixels')
  folder.write('pictures/mail.png', await png(1200, 600))
  expect(await folder.problems()).toContain('is wrong: has 1200 x 600 pixels')
  folder.write('pictures/mail.png', Buffer.concat([await png(1200), Buffer.alloc(300_000)]))
  expect(await folder.problems()).toMatch(/is wrong: is 3\d\d kB/)
  folder.write('pictures/mail.png', await png(1200))
  expect(await folder.problems()).toBe('')
  for (const [name, source] of Object.entries(withPicture('../../secret.png'))) {
    folder.write(name, source)
  }
  expect(await folder.problems()).toContain('"../../secret.png" is not such a name')
})

test('an article is published in all languages or is a draft', async () => {
  await using folder = await folderWith(both(top + text))
  folder.remove('ar/posts/a.md')
  expect(await folder.problems()).toContain('expected: src/content/ar/posts/a.md')
  folder.write('posts/a.md', top.replace('author', 'draft: true\nauthor') + text)
  expect(await folder.problems()).toBe('')
})

test('an article with lines that end as on Windows is read like others', async () => {
  await using folder = await folderWith(both((top + text).replaceAll('\n', '\r\n')))
  expect(await folder.problems()).toBe('')
})

test('an article of a day to come is a draft until then', async () => {
  const tomorrow = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)
  const ahead = top.replace('2025-11-20', tomorrow)
  await using folder = await folderWith({ 'posts/a.md': ahead + text, 'ar/posts/a.md': top + text })
  expect(await folder.problems()).toContain(
    'src/content/posts/a.md needs a correction\n\n  date (line 3)\n    is wrong: is a day to come; until then the article is a draft',
  )
  folder.write('posts/a.md', ahead.replace('author', 'draft: true\nauthor') + text)
  expect(await folder.problems()).toBe('')
  const today = new Date().toISOString().slice(0, 10)
  folder.write('posts/a.md', top.replace('2025-11-20', today) + text)
  expect(await folder.problems()).toBe('')
})

test('an article in another encoding than UTF-8 is refused by its line', async () => {
  await using folder = await folderWith(both(top + text))
  folder.write('posts/a.md', Buffer.from(`${top}One.\nA caf\u00e9 in Amman.`, 'latin1'))
  expect(await folder.problems()).toContain(
    `src/content/posts/a.md needs a correction\n\n  the file (line ${firstLine + 1})\n    is wrong: is not in UTF-8: a letter is lost after A caf\n`,
  )
  folder.write('posts/a.md', Buffer.from(`\ufeff${top}${text}`, 'utf16le'))
  expect(await folder.problems()).toContain('the file (line 1)\n    is wrong: is not in UTF-8')
})

test('an article with a byte order mark is read like others', async () => {
  await using folder = await folderWith(both(`\ufeff${top}${text}`))
  expect(await folder.problems()).toBe('')
})

test('the list of all pages says what each language lacks', async () => {
  await using folder = await folderWith({
    'posts/a.md': top.replace('author', 'draft: true\nauthor') + text,
    'faq.yaml': 'questions:\n  - question: "A?"\n    answer: "B."\n',
    'ar/faq.yaml': 'questions:\n  - question: "A?"\n',
  })
  const listed = await listContent(folder.path)
  expect(listed.find(({ title }) => title === 'faq')?.editions).toEqual([
    { locale: 'en', file: 'src/content/faq.yaml', isThere: true, missing: [] },
    {
      locale: 'ar',
      file: 'src/content/ar/faq.yaml',
      isThere: true,
      missing: ['questions[1].answer'],
    },
  ])
  const article = listed.find(({ path }) => path === '/articles/a')
  expect(article?.isDraft).toBe(true)
  expect(article?.editions[1]).toEqual({
    locale: 'ar',
    file: 'src/content/ar/posts/a.md',
    isThere: false,
    missing: [],
  })
})

const files = ['src/content/try.yaml', 'src/content/ar/try.yaml']

function contentOf(file: string, edit: (source: string) => string = (source) => source) {
  const source = edit(readFileSync(file, 'utf8'))
  return { source, content: checkContent(file, source, trySchema) }
}

test.each(files)('the made-up mails of %s get the verdicts that their names say', async (file) => {
  const { samples } = contentOf(file).content
  const levels = await Promise.all(
    [samples.phishing, samples.fraud, samples.honest].map(async (sample) => {
      const bytes = new TextEncoder().encode(mailOf(sample))
      return (await judgeMail(bytes, {}, { model: shippedModel })).level
    }),
  )
  expect(levels).toEqual(['suspicious', 'suspicious', 'safe'])
})

test('a made-up mail that gets another verdict stops the build at its line', async () => {
  const [file = ''] = files
  const { source, content } = contentOf(file, (text) =>
    text
      .replace('  phishing:', '  once-honest:')
      .replace('  honest:', '  phishing:')
      .replace('  once-honest:', '  honest:'),
  )
  const line = source.split('\n').findIndex((text) => text.startsWith('  honest:')) + 2
  await expect(checkVerdicts(file, source, content)).rejects.toThrow(
    new RegExp(
      `samples\\.honest \\(line ${line}\\)[\\s\\S]*finds this mail suspicious[\\s\\S]*finds safe`,
    ),
  )
})

test.each([
  ['support@rnail-billing.example', 'support@rnail-billing.com', 'domain ending in .example'],
  ['https://rnail-billing.example/session/verify', 'https://bank.com/', 'does not end in .example'],
  [
    'https://rnail-billing.example/session/verify',
    'javascript:alert(1)',
    'does not end in .example',
  ],
  ['Final notice: confirm your password', 'A subject '.repeat(7), 'characters long'],
])('%s may not become %s', (from, to, problem) => {
  expect(() => contentOf('src/content/try.yaml', (source) => source.replace(from, to))).toThrow(
    problem,
  )
})

test('a made-up mail has its links, and markup in it is text', async () => {
  const sample = {
    from_name: 'لينا',
    from_address: 'lina@clinic.example',
    subject: 'محضر',
    text: 'One <b>two</b>\nthree\n\n[the minutes](https://clinic.example/?a=1&b=2)',
  }
  const mail = await readMail(new TextEncoder().encode(mailOf(sample)))
  expect(mail.from).toEqual({ name: 'لينا', address: 'lina@clinic.example' })
  expect(mail.subject).toBe('محضر')
  expect(mail.text).toBe('One <b>two</b>\nthree\nthe minutes')
  expect(mail.links).toEqual([{ text: 'the minutes', target: 'https://clinic.example/?a=1&b=2' }])
})
