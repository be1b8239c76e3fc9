import type { Page } from '@playwright/test'
import { serverUnderTest } from '../server/server-under-test.ts'

/** Reports a mail as a gateway does that has the key. */
export function report(key: string, recipient: string, threat_level = 'safe'): Promise<Response> {
  return fetch(`${serverUnderTest.url}/api/scans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ recipient, sender: 'a@b.example', threat_level }),
  })
}

/** All that a page has put where it stays: in storage, in cookies, in its address. */
export function keptBy(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  )
}
