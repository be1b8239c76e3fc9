import { parseFragment } from 'parse5'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { Locale } from '../../contract/core/locale.ts'
import { checkContent } from '../../src/content/check.ts'
import { fieldName } from '../../src/content/explain.ts'
import { readMarkdown } from '../../src/content/markdown.ts'
import { contentFiles, textsOf, withText } from '../support/worlds/content-files.ts'

const files = (await contentFiles()).map((file) => ({ ...file, texts: textsOf(file) }))

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
    for (const words of ['<b>&', '"\'{{', ']]>', '</p>', '\u0623\u0645\u0646\u200f', '\u{1f512}']) {
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
  ['an escaped backquote before it', 'One \\`<script>a()</script>\\`', '8: has HTML: <script>'],
  ['backslashes in code', '`a\\`<script>a()</script>`', '8: has HTML: <script>'],
  ['two backquotes against one', '``a`<script>a()</script>', '8: has HTML: <script>'],
  [
    'a fence with a backquote in its information',
    `${fence} a\`b\n<script>a()</script>\n${fence}`,
    '9: has HTML: <script>a()</script>',
  ],
  [
    'a closing fence that is longer',
    `${fence}\ncode\n${fence}\`\n<script>a()</script>\n${fence}`,
    '11: has HTML: <script>a()</script>',
  ],
  [
    'a fence of the other kind',
    `${fence}\ncode\n~~~\n${fence}\n<script>a()</script>`,
    '12: has HTML: <script>a()</script>',
  ],
  [
    'a fence that is only indented text in a list',
    `- one\n\n${fence}\ncode\n${fence}\n<svg onload=a()>`,
    '13: has HTML: <svg onload=a()>',
  ],
  ['no blank line before indented lines', 'One\n    <script>a()</script>', '9: has HTML: <script>'],
  ['a list entry', '- One\n\n  <script>\n  a()\n  </script>', '10: has HTML: <script>'],
  ['a quotation', '> <svg onload=a()>', '8: has HTML: <svg onload=a()>'],
  ['a cell', '| a |\n| - |\n| <svg onload=a()> |', '10: has HTML: <svg onload=a()>'],
  ['the text of a link', '[<b>One</b>](/pricing)', '8: has HTML: <b>'],
  ['a heading', '## One <b>two</b>', '8: has HTML: <b>'],
  ['a comment', 'One <!-- <script>a()</script> -->', '8: has HTML: <!-- <script>a()</script> -->'],
  ['an open comment', '<!--\none', '8: has HTML: <!--'],
  ['an instruction', '<?php a() ?>', '8: has HTML: <?php a() ?>'],
  ['a declaration', '<!DOCTYPE html>', '8: has HTML: <!DOCTYPE html>'],
  ['character data', '<![CDATA[ a ]]>', '8: has HTML: <![CDATA[ a ]]>'],
  ['a tag over two lines', '<img\nsrc=x onerror=a()>', '8: has HTML: <img'],
  ['a tag with a slash', '<svg/onload=a()>', '8: has HTML: <svg/onload=a()>'],
  ['an escaped tag', 'One \\<svg onload=a()\\>', '8: has HTML: <svg onload=a()>'],
  ['a tag of entities', 'One\n&lt;svg onload=a()&gt;', '9: has HTML: <svg onload=a()>'],
  ['half a tag', 'One\n\n<svg onload=a()', '10: has HTML: <svg onload=a()'],
  ['a component', '<Component client:load />', '8: has HTML: <Component client:load />'],
  [
    'a second top',
    '---\ntitle: "x"\n---\n<script>a()</script>',
    '11: has HTML: <script>a()</script>',
  ],
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
