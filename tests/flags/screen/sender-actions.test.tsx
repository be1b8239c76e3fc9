import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { SenderActions } from '../../../src/islands/flags/senders/SenderActions.tsx'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { keepToken } from '../../../src/lib/core/storage/token.ts'
import { withRealServer } from '../../support/server/site.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { makeFlag } from '../../support/worlds/mail-factories.ts'

const server = withRealServer()
const value = 'billing@lookalike.example'
const mail = { id: '1', sender_domain: 'lookalike.example', sender_address: value }

const dayMs = 24 * 60 * 60 * 1000

afterEach(forgetSession)

async function open(flag: { flag_type: 'red' | 'green'; expires_at?: string }) {
  const { services } = server()
  const user = await makeUser(services)
  await makeFlag(services, user, { value, reason: 'Our supplier', ...flag })
  keepToken(await makeSession(services, user))
  render(<SenderActions mail={mail} />)
  return () =>
    services.database
      .selectFrom('flags')
      .select(['flag_type', 'value', 'reason', 'expires_at'])
      .where('user_id', '=', user.id)
      .execute()
}

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test.each([
  ['red', `Unblock ${value}`, `Undo: unblock ${value}`],
  ['green', `Stop trusting ${value}`, `Undo: stop trusting ${value}`],
] as const)(
  'a %s flag that was removed on a row returns as it was',
  async (flag_type, remove, undo) => {
    const expires_at = new Date(server().services.clock().getTime() + 7 * dayMs).toISOString()
    const flags = await open({ flag_type, expires_at })
    const before = await flags()
    await click(remove)
    await screen.findByRole('button', { name: undo })
    expect(await flags()).toEqual([])
    expect(screen.queryByRole('button', { name: /^Block/ })).toBeNull()
    await click(undo)
    await screen.findByRole('button', { name: remove })
    expect(before).toEqual([{ flag_type, value, reason: 'Our supplier', expires_at }])
    expect(await flags()).toEqual(before)
  },
)

test('a flag that may not be set any more does not return, and the row says why', async () => {
  const flags = await open({ flag_type: 'red' })
  await click(`Unblock ${value}`)
  const undo = `Undo: unblock ${value}`
  await screen.findByRole('button', { name: undo })
  Object.assign(server().services.limits, { flagsPerUser: 0 })
  await click(undo)
  expect((await screen.findByRole('alert')).textContent).toContain('more than 0 flags')
  expect(await flags()).toEqual([])
  expect(screen.getByRole('button', { name: undo })).toBeDefined()
})

test('a domain that many share is not blocked by one click, and the mail can be reported', async () => {
  const { services } = server()
  const user = await makeUser(services)
  keepToken(await makeSession(services, user))
  const address = 'prize@gmail.com'
  const shared = { id: '3', sender_domain: 'gmail.com', sender_address: '' }
  const { unmount } = render(<SenderActions mail={shared} />)
  await screen.findByText(/gmail\.com is a public mail provider/)
  expect(screen.queryByRole('button', { name: /^Block/ })).toBeNull()
  unmount()
  render(<SenderActions mail={{ ...shared, id: '4', sender_address: address }} />)
  await click(`More about ${address}`)
  await screen.findByRole('button', { name: `Trust only ${address}` })
  expect(screen.queryByRole('button', { name: 'Block everyone at gmail.com' })).toBeNull()
  await click(`Trust only ${address}`)
  await screen.findByText('Trusted by you')
  await screen.findByRole('button', { name: 'This was honest' })
})
