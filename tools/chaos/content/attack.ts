import { join } from 'node:path'
import { sum } from '../../../tests/support/until.ts'
import { contentFiles, textsOf, withText } from '../../../tests/support/worlds/content-files.ts'
import { root } from '../../scripts/run-command.ts'
import { openHouse } from '../browser/house.ts'
import { type Attack, row } from '../prove/attack.ts'
import type { Stage } from '../prove/stage.ts'
import { compareSites } from './compare.ts'
import { visitPages } from './visit.ts'
import { openWorkshop, type Rewrite, rewriteAll, type Workshop } from './workshop.ts'

const rounds = 4
const visited = 3
const phone = { width: 360, height: 800 }
const desktop = { width: 1280, height: 800 }

export const contentAttack: Attack = {
  name: 'content',
  engines: ['file'],
  async try(stage) {
    using workshop = openWorkshop()
    const files = await contentFiles()
    const texts = sum(files.map((file) => textsOf(file).length))
    const hostile: Tried[] = []
    for (let round = 0; round < rounds; round += 1) {
      const rewrite: Rewrite = (place, longest) => hostileText(place + round, place, longest)
      hostile.push(await tryWords(stage, workshop, rewrite, desktop))
    }
    // The widest letters.
    const longWord: Rewrite = (place, longest) => String(place).padEnd(longest, 'W')
    const wide = await tryWords(stage, workshop, longWord, phone)
    const tooLong = await tryTooLong(workshop)
    return [
      row({
        fault: 'markup and scripts in every text of the content',
        tried: rounds * texts,
        expected: 'the same pages, elements and addresses, every text as it was written',
        figures: builtFigures(hostile),
        problems: hostile.flatMap(({ built }) => built),
      }),
      row({
        fault: 'the pages of it, opened and used in Chromium',
        tried: rounds * visited,
        expected: 'nothing runs, nothing is blocked, no error',
        figures: `${sum(hostile.map(({ elements }) => elements))} elements looked at`,
        problems: hostile.flatMap(({ seen }) => seen),
      }),
      row({
        fault: 'one word as long as its place in every text, on a phone',
        tried: texts,
        expected: 'no page is wider than the window',
        figures: `${builtFigures([wide])}, ${wide.elements} elements looked at`,
        problems: [...wide.built, ...wide.seen],
      }),
      row({
        fault: 'a word of 10 kB in a text',
        tried: files.length,
        expected: 'the build stops and names file and field',
        figures: `${files.length - tooLong.length} of ${files.length} builds did`,
        problems: tooLong,
      }),
    ]
  },
}

/** Runs, closes what it may stand in, or reverses what comes after it. */
const pieces = [
  '<img src=x onerror=taken=1>',
  '</script><script>taken=1</script>',
  '"\'><svg onload=taken=1>',
  'javascript:taken=1',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template is what is tried
  '{{taken=1}}${taken=1}',
  '</title></style></textarea></noscript><b>',
  ']]>--><!--',
  '&lt;b&gt;&#60;&quot;',
  '\\"\\u003c',
  '\u2028\u2029',
  '\u200f\u061c',
  '<b>',
  '">',
  '&',
]

/** A text that no other place has, as full of hostile pieces as it may be long. @param first piece */
function hostileText(first: number, place: number, longest: number): string {
  const start = first % pieces.length
  return [...pieces.slice(start), ...pieces.slice(0, start)].reduce(
    (text, piece) => (text.length + piece.length <= longest ? text + piece : text),
    String(place),
  )
}

interface Tried {
  readonly pages: number
  readonly found: number
  readonly elements: number
  /** What is wrong with what was built, and with what was opened. */
  readonly built: readonly string[]
  readonly seen: readonly string[]
}

function builtFigures(tried: readonly Tried[]): string {
  const [found, pages] = [tried.map((one) => one.found), tried.map((one) => one.pages)]
  return `${sum(found)} texts found again on ${sum(pages)} pages`
}

/** Builds the site with other words and opens it. */
async function tryWords(
  stage: Stage,
  workshop: Workshop,
  rewrite: Rewrite,
  viewport: { width: number; height: number },
): Promise<Tried> {
  const content = rewriteAll(await contentFiles(), rewrite)
  const { site, problem } = await workshop.build(content)
  if (problem !== undefined) {
    return { pages: 0, found: 0, elements: 0, built: [problem.slice(-400)], seen: ['not built'] }
  }
  const environment = { SITE_DIRECTORY: site, POLICY_FILE: workshop.policyFile }
  await using house = await openHouse(stage, environment)
  const context = await house.browser.newContext({ viewport })
  const { elements, problems: seen } = await visitPages(context, house.url)
  const { pages, found, problems: built } = compareSites(join(root, 'dist'), site, content)
  return { pages, found, elements, built, seen }
}

/** @returns what the build did not say of the first text of each file */
async function tryTooLong(workshop: Workshop): Promise<string[]> {
  const problems: string[] = []
  for (const { name, ...file } of await contentFiles()) {
    const path = textsOf({ name, ...file })[0]?.path ?? []
    const data = withText(file.data, path, 'W'.repeat(10_000))
    const { problem = 'it was built' } = await workshop.build([{ name, data, texts: [] }])
    const named = [`src/content/${name}.yaml`, String(path.at(-1)), '10000 characters long']
    if (!named.every((words) => problem.includes(words))) problems.push(`${name}: ${problem}`)
  }
  return problems
}
