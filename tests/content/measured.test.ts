import { cpSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { interval } from '../../judge/model/intervals.ts'
import { readPageFiles } from '../../src/content/page-files.ts'
import {
  measuredFigures,
  percent,
  results,
  showsPromises,
} from '../../src/content/rules/measured.ts'
import { findUnknownFigure } from '../../src/content/rules/promises.ts'
import { pageSchema } from '../../src/content/schemas/page.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

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
