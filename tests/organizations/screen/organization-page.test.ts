import { afterEach, expect, test, vi } from 'vitest'
import { showDailyCountsEndpoint } from '../../../contract/attention/show-daily-counts.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { organizationExample } from '../../../contract/organizations/organization-fields.ts'
import { showOrganizationSummaryEndpoint } from '../../../contract/organizations/show-organization-summary.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { clearStorage, keepToken } from '../../../src/lib/core/storage/token.ts'
import { organizationPage } from '../../../src/lib/organizations/organization-page.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  clearStorage()
  history.replaceState(null, '', '/')
})

/** Answers the summary of an organization when it is told to, everything else at once. */
function answerSummaries() {
  const waiting = new Map<string, () => void>()
  vi.stubGlobal('fetch', async (url: string) => {
    const [, id] = /organizations\/(\w+)\/summary/.exec(url) ?? []
    if (id === undefined) {
      return Response.json(url.includes('daily') ? examplesOf(showDailyCountsEndpoint).output : [])
    }
    await new Promise<void>((resolve) => waiting.set(id, resolve))
    const example = Object(examplesOf(showOrganizationSummaryEndpoint).output)
    return Response.json({ ...example, organization: { ...organizationExample, id } })
  })
  return async (id: string) => {
    await vi.waitUntil(() => waiting.has(id), { timeout: 10_000 })
    waiting.get(id)?.()
  }
}

const shown = () => {
  const page = organizationPage.$resource.get()
  return page.status === 'loaded' ? page.data.organization.id : page.status
}

test('the page of an organization does not show the one before it', async () => {
  keepToken('token')
  const answer = answerSummaries()
  $router.open('/dashboard/admin?view=organization&id=first')
  const stop = organizationPage.$resource.listen(() => undefined)
  expect(shown()).toBe('loading')
  await answer('first')
  await vi.waitUntil(() => shown() === 'first', { timeout: 10_000 })
  $router.open('/dashboard/admin?view=organization&id=second')
  expect(shown()).toBe('loading')
  await answer('second')
  await vi.waitUntil(() => shown() === 'second', { timeout: 10_000 })
  // To load the same one again leaves it on the screen.
  void organizationPage.reload()
  expect(shown()).toBe('second')
  stop()
})
