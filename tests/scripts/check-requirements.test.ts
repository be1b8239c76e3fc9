import { describe, expect, test } from 'vitest'
import { earlyReturns } from '../../tools/scripts/requirements/early-returns.ts'
import { expectedNumbers, findProblems, parseList } from '../../tools/scripts/requirements/list.ts'
import { requirementsOfRun } from '../../tools/scripts/requirements/requirements-of-run.ts'
import { namedRequirements, testTags } from '../../tools/scripts/requirements/test-tags.ts'

const threeNumbers = expectedNumbers(3)
const list = (...numbers: string[]) =>
  numbers.map((number) => `- **${number}** It works.`).join('\n')
const named = (...numbers: string[]) =>
  new Map(numbers.map((number) => [number, ['tests/some.test.ts']]))
const problems = (markdown: string, tags = named(...threeNumbers)) =>
  findProblems(parseList(markdown), tags, threeNumbers)

describe('the list of requirements', { tags: ['A1150'] }, () => {
  test('is in order when a test is tagged with each number', () => {
    expect(problems(list(...threeNumbers))).toEqual([])
  })

  test('may not lack a number', () => {
    expect(problems(list('R001', 'R002'))).toEqual(['missing from the list: R003'])
  })

  test('may not have a number twice', () => {
    expect(problems(list(...threeNumbers, 'R001'))).toEqual(['in the list twice: R001'])
  })

  test('may not have a number that does not exist', () => {
    const tags = named(...threeNumbers, 'R004')
    expect(problems(list(...threeNumbers, 'R004'), tags)).toEqual([
      'in the list, but no such requirement exists: R004',
      'a tag of a test, but no such requirement exists: R004 (tests/some.test.ts)',
    ])
  })

  test('may not have a number that no test is tagged with', () => {
    expect(problems(list(...threeNumbers), named('R002'))).toEqual([
      'in the list, but not the tag of a test: R001, R003',
    ])
  })

  test.each([
    '- [x] **R001** It works.',
    '* **R001** It works.',
    '  - **R001** It works.',
    '- **R001**',
  ])('has no line of another form: %s', (line) => {
    expect(problems(`${list(...threeNumbers)}\n${line}`)).toEqual([
      'not in the form of a requirement: line 4',
    ])
  })
})

describe('the tags of tests', () => {
  const tags = (source: string) => testTags('some.test.tsx', source)

  test('are found in tests, groups and tables, of Vitest and of Playwright', () => {
    const source = `
      describe('group', { tags: ['R001'] }, () => {
        test("one", { tags: ['R002', "R003"], timeout: 5 }, async () => works())
        it.each([1])('each %s', { tags: ['R004'] }, () => { works() })
        test.describe.parallel('inner', { tag: '@R005' }, () => { test('works', works) })
        test(\`as \${role}\`, { tag: ['@R006', '@firefox'] }, () => works())
        test.each\`a\${1}\`('table', { tags: ['R007'] }, function () { works() })
      })`
    expect(
      namedRequirements([{ name: 'a', source }])
        .keys()
        .toArray()
        .sort(),
    ).toEqual(expectedNumbers(7))
  })

  test('are not found in comments, in data, in titles or in steps', () => {
    const source = `
      // test('one', { tags: ['R001'] }, () => works())
      const text = "test('two', { tags: ['R002'] }, () => works())"
      test('R003 three', () => { expect({ tags: ['R004'] }).toBe(1) })
      test('four', () => { test.step('step', { tags: ['R005'] }, () => works()) })
      other('five', { tags: ['R006'] }, () => works())`
    expect(tags(source)).toEqual([])
  })

  test('do not count when the test does not run', () => {
    const source = `
      test.skip('one', { tags: ['R001'] }, () => works())
      test.todo('two', { tags: ['R002'] })
      describe.skip('group', () => { test('three', { tags: ['R003'] }, () => works()) })
      test.skipIf(true)('six', { tags: ['R006'] }, () => works())
      test.skipIf(!false)('seven', { tags: ['R007'] }, () => works())
      describe.runIf(0)('group', { tags: ['R008'] }, () => { test('nine', () => works()) })
      test.runIf(false).each([1])('ten', { tags: ['R010'] }, () => works())
      test('four', { tags: ['R004'] }, () => { test.skip(isMobile, 'R005') })`
    expect(tags(source)).toEqual(['R004'])
  })

  test('count when it depends on the machine whether the test runs, which a run tells', () => {
    const source = `
      test.skipIf(program === undefined)('one', { tags: ['R001'] }, () => works())
      describe.runIf(isLinux)('group', { tags: ['R002'] }, () => {
        test('three', { tags: ['R003'] }, () => works())
      })`
    expect(tags(source)).toEqual(['R001', 'R002', 'R003'])
  })

  test('do not count when the test is expected to fail', () => {
    const source = `
      test.fails('one', { tags: ['R001'] }, () => works())
      test.fail('two', { tag: '@R002' }, () => works())
      test.describe.fail('group', { tag: '@R003' }, () => { test('four', () => works()) })`
    expect(tags(source)).toEqual([])
  })

  test('do not count when there is nothing in the test or the group', () => {
    const source = `
      test('one', { tags: ['R001'] }, () => {})
      describe('group', { tags: ['R002'] }, () => {})
      describe('group', { tags: ['R003'] }, () => { test('four', { tags: ['R004'] }, async () => {}) })
      describe('group', { tags: ['R005'] }, () => { test.skip('six', () => works()) })`
    expect(tags(source)).toEqual([])
  })

  test('are told by file', () => {
    const source = "test('one', { tags: ['R001', 'R001'] }, () => works())"
    const files = ['a', 'b'].map((name) => ({ name, source }))
    expect(namedRequirements(files)).toEqual(new Map([['R001', ['a', 'b']]]))
  })
})

test('a return before the end of a test is found, and not one of a function in it', {
  tags: ['A1101'],
}, () => {
  const source = `
    const helper = () => { return 1 }
    test('one', { tags: ['R001'] }, async () => {
      if (isPostgres) return
      expect(1).toBe(1)
    })
    describe('group', () => {
      test.each([1])('two', (value) => {
        const double = () => { return value * 2 }
        const object = { half() { return value / 2 } }
        for (const each of [value]) {
          if (each === 1) return expect(double()).toBe(object)
        }
      })
    })`
  expect(earlyReturns('a.test.ts', source)).toEqual([4, 12])
})

describe('a run', { tags: ['A302'] }, () => {
  const vitest = (...tests: [tags: string[], status: string][]) =>
    JSON.stringify({
      testResults: [{ assertionResults: tests.map(([tags, status]) => ({ tags, status })) }],
    })
  const playwright = (expectedStatus: string, status: string) =>
    JSON.stringify({
      suites: [
        {
          title: 'a.spec.ts',
          specs: [],
          suites: [
            {
              title: 'group',
              specs: [{ tags: ['R001', 'R002', 'firefox'], tests: [{ expectedStatus, status }] }],
            },
          ],
        },
      ],
    })

  test('proves what tests that passed are tagged with', () => {
    const report = vitest(
      [['R001', 'R002'], 'passed'],
      [['R003'], 'failed'],
      [['R005', 'R006'], 'pending'],
    )
    const { passed, skipped } = requirementsOfRun(report)
    expect([...passed]).toEqual(['R001', 'R002'])
    expect([...skipped]).toEqual(['R005', 'R006'])
    const browser = requirementsOfRun(playwright('passed', 'expected'))
    expect([...browser.passed]).toEqual(['R001', 'R002'])
  })

  test.each([
    ['failed', 'passed', 'unexpected'],
    ['passed at the second try only', 'passed', 'flaky'],
    ['failed as expected', 'failed', 'expected'],
    ['was skipped', 'skipped', 'skipped'],
  ])('proves nothing by a browser test that %s', (_, expectedStatus, status) => {
    const { passed, skipped } = requirementsOfRun(playwright(expectedStatus, status))
    expect(passed.size).toBe(0)
    expect(skipped.size).toBe(status === 'skipped' ? 2 : 0)
  })

  test('proves nothing without a report', () => {
    for (const report of [undefined, '{']) expect(requirementsOfRun(report).passed.size).toBe(0)
  })
})
