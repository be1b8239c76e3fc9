import { expect, test } from '../../support/browser/browser.ts'
import { gradePage, highestScore } from '../../support/browser/observatory.ts'

const pages = [
  ...['/', '/privacy-policy', '/login', '/app'],
  ...['/dashboard', '/dashboard/employee', '/dashboard/team', '/dashboard/admin'],
]

test('every page gets an A+ from Mozilla with the highest score that its rules allow', async ({
  request,
}) => {
  for (const path of pages) {
    const answer = await request.get(path, { headers: { 'x-forwarded-proto': 'https' } })
    const { grade, score, results } = gradePage(answer.headers(), await answer.text())
    expect({ path, grade, score }, results.join('\n')).toEqual({
      path,
      grade: 'A+',
      score: highestScore,
    })
  }
})
