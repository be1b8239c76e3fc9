import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SignInScreen } from '../../../src/islands/sign-in/SignInScreen.tsx'
import { $token } from '../../../src/lib/core/storage/token.ts'
import { $session } from '../../../src/lib/sign-in/session.ts'
import { withRealServer } from '../../support/server/site.ts'
import { makeUser } from '../../support/worlds/factories.ts'

const server = withRealServer()

async function signInAs(username: string, password: string) {
  const stop = $session.subscribe(() => undefined)
  render(<SignInScreen />)
  await userEvent.type(screen.getByLabelText('Username'), username)
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  return stop
}

test('the right password signs the user in and keeps the token', {
  tags: ['R048', 'R291'],
}, async () => {
  const user = await makeUser(server().services, {
    role: 'team_lead',
    full_name: 'Yara Khalil',
    password: 'a password of hers',
  })
  const stop = await signInAs(user.username, 'a password of hers')
  await expect
    .poll(() => $session.get())
    .toMatchObject({
      status: 'signed-in',
      landingRole: 'team_lead',
      user: { full_name: 'Yara Khalil' },
    })
  expect($token.get()).toMatch(/\S{20,}/)
  stop()
})

test('a wrong password shows the reason and does not sign the user in', {
  tags: ['R054', 'R057'],
}, async () => {
  const user = await makeUser(server().services, { password: 'a password of hers' })
  const stop = await signInAs(user.username, 'a password of mine')
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    'Incorrect username or password',
  )
  expect($session.get()).toEqual({ status: 'signed-out' })
  expect($token.get()).toBeUndefined()
  stop()
})

test('without a connection the form says so beside the specified alert, until the next attempt', {
  tags: ['R055'],
}, async () => {
  const user = await makeUser(server().services, { password: 'a password of hers' })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const stop = await signInAs(user.username, 'a password of hers')
  expect((await screen.findByRole('alert')).textContent).toContain('Login failed')
  await screen.findByText(/^There is no connection to the server\./)
  vi.stubGlobal('fetch', fetch)
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await expect.poll(() => $session.get().status).toBe('signed-in')
  expect(screen.queryByText(/^There is no connection/)).toBeNull()
  stop()
})
