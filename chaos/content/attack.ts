import { join } from 'node:path'
import { root } from '../../scripts/run-command.ts'
import { contentFiles, textsOf, withText } from '../../tests/support/content-files.ts'
import { openHouse } from '../browser/house.ts'
import { type Attack, type Result, type Stage, tell } from '../prove/attack.ts'
import { openWorkshop, type Rewrite, rewriteAll, type Workshop } from './build.ts'
import { compareSites } from './built.ts'
import { hostileText, longWord } from './hostile.ts'
import { visitPages } from './visit.ts'

const turns = 4
const visited = 3
const phone = { width: 360, height: 800 }
const desktop = { width: 1280, height: 800 }

export const contentAttack: Attack = {
  name: 'content',
  engines: ['file'],
  async try(stage) {
    using workshop = openWorkshop()
    const files = await contentFiles()
    const texts = files.reduce((count, file) => count + textsOf(file).length, 0)
    const tries: Tried[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      const rewrite: Rewrite = (place, longest) => hostileText(place, turn, longest)
      tries.push(await tryWords(stage, workshop, rewrite, desktop))
    }
    const wide = await tryWords(stage, workshop, longWord, phone)
    const tooLong = await tryTooLong(workshop)
    const hostile = total(tries)
    return [
      row('markup and scripts in every text of the content', turns * texts, {
        expected: 'the same pages, elements and addresses, every text as it was written',
        figures: builtFigures(hostile),
        problems: hostile.built,
      }),
      row('the pages of it, opened and used in Chromium', turns * visited, {
        expected: 'nothing runs, nothing is blocked, no error',
        figures: `${hostile.elements} elements looked at`,
        problems: hostile.seen,
      }),
      row('one word as long as its place in every text, on a phone', texts, {
        expected: 'no page is wider than the window',
        figures: `${builtFigures(wide)}, ${wide.elements} elements looked at`,
        problems: [...wide.built, ...wide.seen],
      }),
      row('a word of 10 kB in a text', files.length, {
        expected: 'the build stops and names file and field',
        figures: `${files.length - tooLong.length} of ${files.length} builds did`,
        problems: tooLong,
      }),
    ]
  },
}

interface Tried {
  readonly pages: number
  readonly found: number
  readonly elements: number
  /** What is wrong with what was built, and with what was opened. */
  readonly built: readonly string[]
  readonly seen: readonly string[]
}

function total(tries: readonly Tried[]): Tried {
  return tries.reduce((sum, one) => ({
    pages: sum.pages + one.pages,
    found: sum.found + one.found,
    elements: sum.elements + one.elements,
    built: [...sum.built, ...one.built],
    seen: [...sum.seen, ...one.seen],
  }))
}

function builtFigures({ pages, found }: Tried): string {
  return `${found} texts found again on ${pages} pages`
}

function row(
  fault: string,
  tried: number,
  told: { expected: string; figures: string; problems: readonly string[] },
): Result {
  const { expected, figures, problems } = told
  const holds = problems.length === 0
  return { fault, tried, expected, seen: holds ? figures : `${figures}; ${tell(problems)}`, holds }
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
  const { policyFile } = workshop
  await using house = await openHouse(stage, { SITE_DIRECTORY: site, POLICY_FILE: policyFile })
  const context = await house.browser.newContext({ viewport })
  const { elements, problems: seen } = await visitPages(context, house.url)
  const { pages, found, problems: built } = compareSites(join(root, 'dist'), site, content)
  return { pages, found, elements, built, seen }
}

/** @returns what the build did not say of the first text of each file */
async function tryTooLong(workshop: Workshop): Promise<string[]> {
  const problems: string[] = []
  for (const file of await contentFiles()) {
    const path = textsOf(file)[0]?.path ?? []
    const data = withText(file.data, path, 'W'.repeat(10_000))
    const { problem = 'it was built' } = await workshop.build([
      { name: file.name, data, texts: [] },
    ])
    const named = [`src/content/${file.name}.yaml`, String(path.at(-1)), '10000 characters long']
    if (!named.every((words) => problem.includes(words))) problems.push(`${file.name}: ${problem}`)
  }
  return problems
}
