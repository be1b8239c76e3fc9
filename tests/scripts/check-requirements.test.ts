import { describe, expect, test } from 'vitest'
import { expectedNumbers, findProblems, parseList, tick } from '../../scripts/requirements/list.ts'
import { requirementsOfRun } from '../../scripts/requirements/requirements-of-run.ts'
import { namedRequirements, testTitles } from '../../scripts/requirements/test-titles.ts'

const threeNumbers = expectedNumbers(3)
const list = (...boxes: string[]) =>
  boxes.map((box, index) => `- [${box}] **R00${index + 1}** It works.`).join('\n')
const named = (...numbers: string[]) =>
  new Map(numbers.map((number) => [number, ['tests/some.test.ts']]))
const problems = (markdown: string, claims: Map<string, string[]>) =>
  findProblems(parseList(markdown), claims, threeNumbers)

describe('the list of requirements', () => {
  test('is in order when each ticked number is named by a test', () => {
    expect(problems(list('x', ' ', 'x'), named('R001', 'R003'))).toEqual([])
  })

  test('may not lack a number', () => {
    expect(problems(list(' ', ' '), named())).toEqual(['missing from the list: R003'])
  })

  test('may not have a number twice', () => {
    expect(problems(`${list(' ', ' ', ' ')}\n${list(' ')}`, named())).toEqual([
      'in the list twice: R001',
    ])
  })

  test('may not have a number that does not exist', () => {
    expect(problems(list(' ', ' ', ' ', ' '), named())).toEqual([
      'in the list, but no such requirement exists: R004',
    ])
  })

  test('may not claim what no test names', () => {
    expect(problems(list('x', ' ', ' '), named())).toEqual([
      'ticked, but named by no test title: R001',
    ])
  })

  test('may not leave open what a test names', () => {
    expect(problems(list(' ', ' ', ' '), named('R002'))).toEqual([
      'named by a test, but not ticked: R002 (tests/some.test.ts)',
    ])
  })

  test('does not take the name of a number that does not exist', () => {
    expect(problems(list(' ', ' ', ' '), named('R900'))).toEqual([
      'named by a test, but no such requirement exists: R900 (tests/some.test.ts)',
    ])
  })

  test('holds additions beyond the specification to a test in the same way', () => {
    const additions = '- [x] **A001** It works.\n- [ ] **A007** It works.'
    const markdown = `${list(' ', ' ', ' ')}\n${additions}`
    expect(problems(markdown, named('A001'))).toEqual([])
    expect(problems(markdown, named('A007', 'A008'))).toEqual([
      'ticked, but named by no test title: A001',
      'named by a test, but not ticked: A007 (tests/some.test.ts)',
      'named by a test, but no such requirement exists: A008 (tests/some.test.ts)',
    ])
    expect(tick(markdown, new Set(['A007']))).toContain('- [ ] **A001** It works.\n- [x] **A007**')
    expect(
      namedRequirements([{ name: 'a', source: "test('A001', () => works())" }]).has('A001'),
    ).toBe(true)
  })

  test('says where a line has lost its form', () => {
    const markdown = `${list(' ', ' ', ' ')}\n- [X] **R001** It works.`
    expect(problems(markdown, named())).toEqual(['not in the form of a requirement: line 4'])
  })

  test('is ticked and unticked to what the tests name, and is otherwise left alone', () => {
    const markdown = `# Title\n\n${list('x', ' ', ' ')}\n- [x] something else`
    expect(tick(markdown, new Set(['R002']))).toBe(
      `# Title\n\n${list(' ', 'x', ' ')}\n- [x] something else`,
    )
  })
})

describe('the titles of tests', () => {
  const titles = (source: string) => testTitles('some.test.tsx', source)

  test('are found in tests, groups, tables and templates', () => {
    const source = `
      describe('R001', () => {
        test("R002", async () => works())
        it.each([1])('R003 %s', () => { works() })
        test.describe.parallel('R004', () => { test('works', works) })
        test(\`R005 \${role} and R006\`, () => works())
        test('R007 ' + 'R008', () => works())
        test.each\`a\${1}\`('R009', function () { works() })
      })`
    expect(
      namedRequirements([{ name: 'a', source }])
        .keys()
        .toArray()
        .sort(),
    ).toEqual(expectedNumbers(9))
  })

  test('are not found in comments, in data or in steps', () => {
    const source = `
      // test('R001', () => {})
      const text = "test('R002', () => {})"
      test('none', () => { expect('R003').toBe('R003'); test.step('R004', () => {}) })
      other('R005')`
    expect(titles(source)).toEqual(['none'])
  })

  test('do not count when the test does not run', () => {
    const source = `
      test.skip('R001', () => works())
      test.todo('R002')
      describe.skip('group', () => { test('R003', () => works()) })
      test.skipIf(true)('R006', () => works())
      test.skipIf(!false)('R007', () => works())
      describe.runIf(0)('R008', () => { test('R009', () => works()) })
      test.runIf(false).each([1])('R010', () => works())
      test('R004', () => { test.skip(isMobile, 'R005') })`
    expect(titles(source)).toEqual(['R004'])
  })

  test('count when it depends on the machine whether the test runs, which a run tells', () => {
    const source = `
      test.skipIf(program === undefined)('R001', () => works())
      describe.runIf(isLinux)('R002', () => { test('R003', () => works()) })`
    expect(titles(source)).toEqual(['R001', 'R002', 'R003'])
  })

  test('do not count when the test is expected to fail', () => {
    const source = `
      test.fails('R001', () => works())
      test.fail('R002', () => works())
      test.describe.fail('R003', () => { test('R004', () => works()) })`
    expect(titles(source)).toEqual([])
  })

  test('do not count when there is nothing in the test or the group', () => {
    const source = `
      test('R001', () => {})
      describe('R002', () => {})
      describe('R003', () => { test('R004', async () => {}) })
      describe('R005', () => { test.skip('R006', () => works()) })`
    expect(titles(source)).toEqual([])
  })

  test('are told by file', () => {
    const files = ['a', 'b'].map((name) => ({ name, source: "test('R001 R001', () => works())" }))
    expect(namedRequirements(files)).toEqual(new Map([['R001', ['a', 'b']]]))
  })
})

describe('A302 a run', () => {
  const vitest = (...tests: [group: string, title: string, status: string][]) =>
    JSON.stringify({
      testResults: [
        {
          assertionResults: tests.map(([group, title, status]) => ({
            ancestorTitles: [group],
            title,
            status,
          })),
        },
      ],
    })
  const playwright = (expectedStatus: string, status: string) =>
    JSON.stringify({
      suites: [
        {
          title: 'a.spec.ts',
          specs: [],
          suites: [
            {
              title: 'R001',
              specs: [{ title: 'A002 works', tests: [{ expectedStatus, status }] }],
            },
          ],
        },
      ],
    })

  test('proves what tests that passed name, and the groups around them', () => {
    const report = vitest(
      ['R001', 'R002 works', 'passed'],
      ['R003', 'R004', 'failed'],
      ['R005', 'R006', 'pending'],
    )
    const { passed, skipped } = requirementsOfRun(report)
    expect([...passed]).toEqual(['R001', 'R002'])
    expect([...skipped]).toEqual(['R005', 'R006'])
    const browser = requirementsOfRun(playwright('passed', 'expected'))
    expect([...browser.passed]).toEqual(['R001', 'A002'])
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
