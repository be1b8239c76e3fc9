import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'astro/zod'
import { parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import type { Locale } from '../../contract/core/locale.ts'
import { interval } from '../../judge/model/intervals.ts'
import { checkContent } from '../../src/content/check.ts'
import { fieldName } from '../../src/content/explain.ts'
import { adviceSchema, faqSchema } from '../../src/content/files.ts'
import { findBrokenLinks } from '../../src/content/link-check.ts'
import { readMarkdown } from '../../src/content/markdown.ts'
import { readPageFiles } from '../../src/content/page-files.ts'
import {
  measuredFigures,
  percent,
  results,
  showsPromises,
} from '../../src/content/rules/measured.ts'
import { findUnknownFigure } from '../../src/content/rules/promises.ts'
import { landingSchema } from '../../src/content/schemas/landing.ts'
import { pageSchema } from '../../src/content/schemas/page.ts'
import { privacyPolicySchema } from '../../src/content/schemas/privacy-policy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { contentFiles, textsOf, withText } from '../support/worlds/content-files.ts'

describe('the check of content', () => {
  const source = (name: string) => readFileSync(`src/content/${name}.yaml`, 'utf8')

  /** The message for marketing when an edit is wrong. */
  function complaint(schema: z.ZodType, text: string): string {
    try {
      checkContent('src/content/a.yaml', text, schema)
    } catch (error) {
      if (error instanceof Error) return error.message
    }
    return 'nothing is wrong'
  }

  describe('A wrong edit is told by file, field, line, what is wrong and what is expected', () => {
    const faq = source('faq')
    const policy = source('privacy-policy')

    test('when a field is missing', () => {
      expect(complaint(privacyPolicySchema, policy.replace(/^title: .*\n/m, ''))).toBe(
        `src/content/a.yaml needs a correction

  title (line 1)
    is wrong: is missing
    expected: text of 1 to 60 characters: the title of the policy
`,
      )
    })

    test('when advice forgets the name, a kind of attack or its length', () => {
      const advice = source('advice')
      expect(complaint(adviceSchema, advice.replace('"Hello {name},"', '"Hello you,"'))).toBe(
        `src/content/a.yaml needs a correction

  greeting (line 6)
    is wrong: does not contain {name}
    expected: text of 1 to 60 characters: the first line, with {name} for the name
`,
      )
      expect(complaint(adviceSchema, advice.replace('malware:', 'virus:'))).toMatch(
        /virus \(line \d+\)\n {4}is wrong: no field has this name/,
      )
      const long = advice.replace('"Unwanted mail"', `"${'x'.repeat(81)}"`)
      expect(complaint(adviceSchema, long)).toContain('is 81 characters long')
    })

    test('when a made-up sender has a domain that could be real', () => {
      const landing = source('landing')
      for (const domain of [
        'account-verify.com',
        'example',
        'x.example/a',
        'X.example',
        ' x.example',
      ]) {
        const edited = landing.replace('"account-verify.example"', `"${domain}"`)
        expect(complaint(landingSchema, edited), domain).toMatch(
          /risk_reasons\.senders\[1\] \(line \d+\)\n {4}is wrong: is not a domain that ends in \.example/,
        )
      }
    })

    test('when a field has the wrong type', () => {
      const edited = complaint(faqSchema, faq.replace(/answer: ".*"/, 'answer: 97'))
      expect(edited).toContain('questions[1].answer (line 6)')
      expect(edited).toContain('is wrong: is the number 97, without quotes')
      expect(edited).toContain('expected: text of 1 to 400 characters')
    })

    test('when a field is left empty', () => {
      expect(complaint(faqSchema, faq.replace(/answer: ".*"/, 'answer:'))).toContain(
        'is left empty',
      )
      expect(complaint(faqSchema, faq.replace(/answer: ".*"/, 'answer: " "'))).toContain('is empty')
    })

    test('when a field is unknown', () => {
      const edited = complaint(privacyPolicySchema, policy.replace('title:', 'titel:'))
      expect(edited).toContain('titel (line 5)')
      expect(edited).toContain('no field has this name')
      expect(edited).toContain('one of title, effective_date, last_updated, sections')
    })

    test('when a question is asked twice', () => {
      const first = /question: (".*")/.exec(faq)?.[1] ?? ''
      const edited = faq.replace(/question: "What happens.*"/, `question: ${first.toUpperCase()}`)
      expect(complaint(faqSchema, edited)).toContain('asks the same as question 1')
      expect(complaint(faqSchema, edited)).toContain('questions[2].question (line 7)')
    })

    test('when there are not exactly five questions', () => {
      const edited = faq.replace(/ {2}- question: "How quickly[\s\S]*$/, '')
      expect(complaint(faqSchema, edited)).toContain('has 4 entries')
    })

    test.for(['2026-02-30', '15.1.2026', 'soon'])('when a date is %s', (day) => {
      const edited = policy.replace(/effective_date: .*/, `effective_date: "${day}"`)
      expect(complaint(privacyPolicySchema, edited)).toContain(
        `"${day}" is not a day in the calendar`,
      )
    })

    test('when the policy was updated before it held', () => {
      const edited = policy.replace(/last_updated: .*/, 'last_updated: "2020-01-01"')
      expect(complaint(privacyPolicySchema, edited)).toContain('is before effective_date')
    })

    test('when a text is too long for the design', () => {
      const edited = source('landing').replace(/headline: ".*"/, `headline: "${'a'.repeat(41)}"`)
      expect(complaint(landingSchema, edited)).toContain('is 41 characters long')
      expect(complaint(landingSchema, edited)).toContain('hero.headline')
    })
  })

  const linksTo = (...links: string[]) => links.map((link) => `<a href="${link}">a</a>`).join('')

  /** A project with a built site in `dist`. */
  async function projectWith(files: Record<string, string>) {
    const folder = await temporaryFolder()
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder.path, name, '..'), { recursive: true })
      writeFileSync(join(folder.path, name), content)
    }
    return { ...folder, problems: () => findBrokenLinks(join(folder.path, 'dist'), folder.path) }
  }

  const home = '<h2 id="faq">a</h2>'
  const site = {
    'dist/index.html': home,
    'dist/ar/index.html': home,
    'dist/pricing/index.html': '<h2 id="cost%20">a</h2><h2 id="أسعار">a</h2>',
    'dist/404.html': '<p>a</p>',
    'dist/.well-known/security.txt': 'a',
  }

  test('links to pages, parts and files of the site and to other sites are sound', async () => {
    const links = [
      ...['/', '/#faq', '/ar/#faq', '/ar', '/pricing?a=b', '/pricing/', '#own', '#top', '#', ''],
      ...['/pricing#أسعار', '/pricing#%D8%A3%D8%B3%D8%B9%D8%A7%D8%B1', '/.well-known/security.txt'],
      ...[
        'https://elsewhere.example/none#none',
        'mailto:a@b.example',
        '/api/docs',
        '//a.example/b',
      ],
    ]
    const page = `<h2 id="own">a</h2>${linksTo(...links)}`
    await using project = await projectWith({ ...site, 'dist/about/index.html': page })
    expect(project.problems()).toEqual([])
  })

  test.for([
    ['/pricings', 'there is no /pricings'],
    ['/pricing#costs', '/pricing has no part #costs'],
    ['/ar/pricing', 'there is no /ar/pricing'],
    ['/#demos', '/ has no part #demos'],
    ['#else', '/articles/a/ has no part #else'],
    ['/%E0%A4%A', 'there is no /%E0%A4%A'],
    ['/security.txt', 'there is no /security.txt'],
  ] as const)('a link of an article to %s is named by file and line', async ([link, missing]) => {
    await using project = await projectWith({
      ...site,
      'dist/articles/a/index.html': linksTo(link, link),
      'src/content/posts/a.md': `---\n---\n\n[a](${link})\n`,
    })
    expect(project.problems()).toEqual([
      `src/content/posts/a.md needs a correction

  a link (line 4)
    is wrong: leads to ${link}, but ${missing}
    expected: a page, a part of a page or a file that the site has
`,
    ])
  })

  test('a link of an Arabic page is looked for in its language, and named as it is written', async () => {
    await using project = await projectWith({
      ...site,
      'dist/ar/about/index.html': linksTo('/ar/#faq', '/ar/pricing'),
      'src/content/ar/pages/about.yaml': 'links:\n  - to: "/#faq"\n  - to: "/pricing"\n',
    })
    expect(project.problems().join('\n')).toMatch(
      /^src\/content\/ar\/pages\/about\.yaml needs a correction\n\n {2}a link \(line 3\)\n.*leads to \/ar\/pricing, but there is no \/ar\/pricing\n/,
    )
  })

  test('a broken link of a page without a content file is named by the page', async () => {
    await using project = await projectWith({
      ...site,
      'dist/login/index.html': linksTo('/sign-in'),
    })
    expect(project.problems()).toEqual([
      'login/index.html has a link to /sign-in: there is no /sign-in\n',
    ])
  })

  const sourceOf = (locale: 'en' | 'ar') =>
    readFileSync(`src/content/${locale === 'ar' ? 'ar/' : ''}pages/accuracy.yaml`, 'utf8')

  /** Problems of the page once its lead says something else, and it is of another type. */
  function problemsOf(lead: string, type = 'accuracy'): string[] {
    const page: unknown = parse(sourceOf('en').replace(/^lead: .*$/m, `lead: "${lead}"`))
    const result = pageSchema.safeParse(Object.assign(Object(page), { type }))
    return result.success
      ? []
      : result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  }

  describe('figures of the measurements', () => {
    const { share } = results.crossValidation.all.judge.attacks
    const found = percent(share ?? Number.NaN)

    test('may be stated on their page, and figures that were not measured may not', () => {
      expect(found).toMatch(/^\d+\.\d%$/)
      expect(problemsOf(`It marks ${found} at 1% and 0.1% false positives.`)).toEqual([])
      const unmeasured = [...Array(1000).keys()]
        .map((tenths) => percent(tenths / 1000))
        .find((it) => !measuredFigures.includes(it))
      expect(problemsOf(`It marks ${unmeasured}.`).join()).toContain(`lead says "${unmeasured}"`)
    })

    test('may be stated nowhere else', () => {
      for (const figure of measuredFigures)
        expect(findUnknownFigure(`Aman has ${figure}.`)).toBe(figure)
      expect(problemsOf(`It marks ${found}.`, 'about').join()).toContain(`lead says "${found}"`)
    })

    test('stand in tables on no page of another type', () => {
      expect(problemsOf('Aman judges.', 'about').join()).toContain(
        'sections.0.part is measurements, which stand on the page of type accuracy alone',
      )
    })

    test('stand at no other address', async () => {
      await using folder = await temporaryFolder()
      for (const pages of ['src/content/pages', 'src/content/ar/pages']) {
        cpSync(pages, join(folder.path, pages), { recursive: true })
        renameSync(
          join(folder.path, pages, 'accuracy.yaml'),
          join(folder.path, pages, 'best-filter.yaml'),
        )
      }
      const { problems } = readPageFiles(folder.path)
      expect(problems).toHaveLength(2)
      for (const problem of problems)
        expect(problem).toContain('is accuracy, which only /accuracy is')
    })
  })

  describe('what the page says in words is so in the results', () => {
    test('the promises of the front page are shown by no marked mail of 37,000 and 97 of 100 attacks', () => {
      const shows = (share: number, hits: number, of: number) =>
        showsPromises({
          attacks: { share, hits: 0, of: 0, interval: [] },
          ordinary: { share: hits / of, hits, of, interval: interval(hits, of) },
        })
      expect(shows(0.97, 0, 37_000)).toBe(true)
      expect(shows(0.96, 0, 37_000)).toBe(false)
      expect(shows(0.97, 1, 37_000)).toBe(false)
      expect(shows(0.97, 0, 36_000)).toBe(false)
    })

    test('five parts, three partitions, at most 10 in 1,000', () => {
      const says = (english: RegExp, arabic: RegExp) => {
        expect(sourceOf('en')).toMatch(english)
        expect(sourceOf('ar')).toMatch(arabic)
      }
      says(/stand in five parts/, /تُقسَم .* خمسة أقسام/)
      says(/means of three ways/, /متوسطات ثلاث طرق/)
      says(/at most 10 in 1,000/, /10 على الأكثر من كل 1,000/)
      expect([results.parts, results.partitions]).toEqual([5, 3])
    })
  })
})

const files = (await contentFiles()).map((file) => ({ ...file, texts: textsOf(file) }))

describe('hostile content', () => {
  /** The message for an editor after every text of a file has been changed. */
  function complaint(file: (typeof files)[number], change: (place: number) => string): string {
    const edited = file.texts.reduce<unknown>(
      (data, { path }, place) => withText(data, path, change(place)),
      file.data,
    )
    try {
      checkContent(`src/content/${file.name}.yaml`, stringify(edited), file.schema)
    } catch (error) {
      if (error instanceof Error) return error.message
    }
    return 'nothing is wrong'
  }

  /** The problems with each text, by the name of its field. */
  function problems(message: string): Map<string, string> {
    const found = message.matchAll(/^ {2}(\S+) \(line \d+\)\n {4}is wrong: (.*)$/gm)
    return new Map([...found].map(([, field = '', problem = '']) => [field, problem]))
  }

  const unseen = [
    ['a NUL', '\0', 'U+0000'],
    ['an escape', '\u001b', 'U+001B'],
    ['a character that turns text around', '\u202e', 'U+202E'],
    ['a character that turns a part of a text around', '\u2067', 'U+2067'],
    ['a space of no width', '\u200b', 'U+200B'],
    ['half of a character', '\ud83d', 'U+D83D'],
    ['what is no character', '\uffff', 'U+FFFF'],
  ] as const

  for (const file of files) {
    const { name, texts } = file
    const allAre = (problem: string) =>
      new Map(texts.map(({ path }) => [fieldName(path), problem] as const))

    test(`A word of 10 kB is refused in every text of ${name}.yaml, by file and field`, () => {
      const message = complaint(file, (place) => String(place).padEnd(10_000, 'W'))
      expect(message).toContain(`src/content/${name}.yaml needs a correction`)
      expect(problems(message)).toEqual(allAre('is 10000 characters long'))
    })

    for (const [what, character, code] of unseen) {
      test(`${what} is refused in every text of ${name}.yaml, by file and field`, () => {
        const message = complaint(file, (place) => `${place}${character}`)
        expect(problems(message)).toEqual(allAre(`contains an invisible character, ${code}`))
      })
    }

    test(`Markup, quotes and other alphabets are text like any other in ${name}.yaml`, () => {
      for (const words of [
        '<b>&',
        '"\'{{',
        ']]>',
        '</p>',
        '\u0623\u0645\u0646\u200f',
        '\u{1f512}',
      ]) {
        expect(complaint(file, (place) => `${place}${words}`)).toBe('nothing is wrong')
      }
    })
  }

  test('Every file of the content has texts that are tried', () => {
    expect(files.map(({ texts }) => texts.length > 5)).toEqual(files.map(() => true))
  })

  const read = (text: string, locale: Locale = 'en') =>
    readMarkdown({ text, locale, firstLine: 8, figures: [] })

  const problemsHostileArticles = async (text: string, locale?: Locale) =>
    (await read(text, locale)).findings.map(({ line, problem }) => `${line}: ${problem}`)

  const fence = '```'

  test.for([
    ['an escaped backquote before it', 'One \\`<script>a()</script>\\`', '8: <script>'],
    ['backslashes in code', '`a\\`<script>a()</script>`', '8: <script>'],
    ['two backquotes against one', '``a`<script>a()</script>', '8: <script>'],
    [
      'a fence with a backquote in its information',
      `${fence} a\`b\n<script>a()</script>\n${fence}`,
      '9: <script>a()</script>',
    ],
    [
      'a closing fence that is longer',
      `${fence}\ncode\n${fence}\`\n<script>a()</script>\n${fence}`,
      '11: <script>a()</script>',
    ],
    [
      'a fence of the other kind',
      `${fence}\ncode\n~~~\n${fence}\n<script>a()</script>`,
      '12: <script>a()</script>',
    ],
    [
      'a fence that is only indented text in a list',
      `- one\n\n${fence}\ncode\n${fence}\n<svg onload=a()>`,
      '13: <svg onload=a()>',
    ],
    ['no blank line before indented lines', 'One\n    <script>a()</script>', '9: <script>'],
    ['a list entry', '- One\n\n  <script>\n  a()\n  </script>', '10: <script>'],
    ['a quotation', '> <svg onload=a()>', '8: <svg onload=a()>'],
    ['a cell', '| a |\n| - |\n| <svg onload=a()> |', '10: <svg onload=a()>'],
    ['the text of a link', '[<b>One</b>](/pricing)', '8: <b>'],
    ['a heading', '## One <b>two</b>', '8: <b>'],
    ['a comment', 'One <!-- <script>a()</script> -->', '8: <!-- <script>a()</script> -->'],
    ['an open comment', '<!--\none', '8: <!--'],
    ['an instruction', '<?php a() ?>', '8: <?php a() ?>'],
    ['a declaration', '<!DOCTYPE html>', '8: <!DOCTYPE html>'],
    ['character data', '<![CDATA[ a ]]>', '8: <![CDATA[ a ]]>'],
    ['a tag over two lines', '<img\nsrc=x onerror=a()>', '8: <img'],
    ['a tag with a slash', '<svg/onload=a()>', '8: <svg/onload=a()>'],
    ['an escaped tag', 'One \\<svg onload=a()\\>', '8: <svg onload=a()>'],
    ['a tag of entities', 'One\n&lt;svg onload=a()&gt;', '9: <svg onload=a()>'],
    ['half a tag', 'One\n\n<svg onload=a()', '10: <svg onload=a()'],
    ['a component', '<Component client:load />', '8: <Component client:load />'],
    ['a second top', '---\ntitle: "x"\n---\n<script>a()</script>', '11: <script>a()</script>'],
  ] as const)('HTML in an article is refused by line for %s', async ([, text, found]) => {
    const [problem] = await problemsHostileArticles(text)
    expect(problem).toContain(found.replace(': ', ': has HTML: '))
  })

  test.for([
    ['an emphasis in a figure', 'We answer in **5** minutes.', '8: says "5 minutes"'],
    ['an entity in a figure', 'We answer\nin &#53;&nbsp;minutes.', '9: says "5\u00a0minutes"'],
    ['the title of a link', '[One](/pricing "in 5 minutes")', '8: says "5 minutes"'],
    ['a heading under equal signs', 'One\n===', '8: has a heading of the first level'],
    ['a picture with no such address', '![<b>One](%E0)', '8: has a picture'],
    ['a footnote', 'One[^1]\n\n[^1]: note', '8: has a link to note'],
  ] as const)('an article is refused by line for %s', async ([, text, problem]) => {
    expect((await problemsHostileArticles(text))[0]).toContain(problem)
  })

  test.for([
    ['a fence', `${fence}\n<script>a()</script>\n${fence}`],
    ['a fence with a longer end', `${fence}\n<script>a()</script>\n${fence}\`\``],
    ['a fence of waves', '~~~ html\n<script>a()</script>\n~~~'],
    ['a fence without an end', `${fence}\n<script>a()</script>`],
    ['indented code', 'One\n\n    <script>a()</script>'],
    ['code with a backquote', '`` `<script>a()</script> ``'],
    ['the title of a link', '[One](/pricing "<script>a()</script>")'],
    ['a quote in the title of a link', "[One](/pricing '\"><svg onload=a()>')"],
    ['expressions', '{a()} import a from "b" {frontmatter.title}'],
  ] as const)('an article shows markup as it is written in %s', async ([, text]) => {
    const { html, findings } = await read(text)
    expect(findings).toEqual([])
    expect(elementsOf(html).filter((name) => !/^(?:p|pre|code|a|br)$/.test(name))).toEqual([])
  })

  /** As browsers read the HTML. */
  function elementsOf(html: string): string[] {
    const queue = [...parseFragment(html).childNodes]
    const names: string[] = []
    for (const node of queue) {
      if (!('tagName' in node)) continue
      names.push(node.tagName)
      queue.push(...node.childNodes)
      expect(node.attrs.filter(({ name }) => !/^(?:href|title|class)$/.test(name))).toEqual([])
    }
    return names
  }

  test('an Arabic article is refused as an English one is', async () => {
    expect(await problemsHostileArticles('هذه رسالة \\`<script>a()</script>\\`', 'ar')).toContain(
      '8: has HTML: <script>',
    )
    expect(await problemsHostileArticles('هذه رسالة\nو"تلك" أخرى', 'ar')).toEqual([
      '9: has " in an Arabic text',
    ])
  })

  test.for([
    '[a](java&#115;cript:a())',
    '[a](<java\tscript:a()>)',
    '[a](JAVASCRIPT:a())',
    '[a](<\u0001javascript:a()>)',
    '[a](vbscript:a())',
    '[a](data:text/html,x)',
    '[a](blob:https://aman.example/x)',
    '[a](//elsewhere.example)',
    '[a](<\\\\elsewhere.example>)',
    '[a](pricing)',
    '[a](../login)',
    '[a](?tab=flags)',
    '[a]()',
    '[a](https:pricing)',
    '[a](https://bank.example@elsewhere.example/)',
    '[a](http://a.example)',
    'www.elsewhere.example',
    '<http://a.example/>',
    '<javascript:a()>',
    '<ftp://a.example>',
    '[a][b]\n\n[b]: javascript:a()',
    '[b][]\n\n[b]: //elsewhere.example "title"',
    '[b]\n\n[b]:\n  <java&#x73;cript:a()>',
    '**[*a*](javascript:a())**',
  ])('an article has no link that browsers follow elsewhere: %s', async (text) => {
    const [problem] = await problemsHostileArticles(text)
    // A control character is named before the address.
    expect(problem).toMatch(/^8: (?:has a link to |contains an invisible character)/)
  })

  test('an article links to https, mailboxes, parts of its page and pages of its language', async () => {
    const text =
      '[a](/pricing?a=b#c) [b](https://a.example/) <x@y.example> [d](#e) [f](/ar) [g](/security.txt) [h][]\n\n[h]: /'
    const links = async (locale: Locale) => {
      const { html, findings } = await read(text, locale)
      expect(findings).toEqual([])
      return [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    }
    const others = ['https://a.example/', 'mailto:x@y.example', '#e', '/ar', '/security.txt']
    expect(await links('en')).toEqual(['/pricing?a=b#c', ...others, '/'])
    expect(await links('ar')).toEqual(['/ar/pricing?a=b#c', ...others, '/ar/'])
  })
})
