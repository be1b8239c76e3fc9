import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AnswersSection } from '../../../src/islands/account/AnswersSection.tsx'
import { keepToken } from '../../../src/lib/core/storage/token.ts'
import { $session } from '../../../src/lib/sign-in/session.ts'
import { withRealServer } from '../../support/server/site.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const server = withRealServer()

test('a user switches answers by mail on and off again', async () => {
  const user = await makeUser(server().services)
  keepToken(await makeSession(server().services, user))
  const stop = $session.listen(() => undefined)
  const keys = userEvent.setup()
  render(<AnswersSection />)
  await keys.click(await screen.findByRole('button', { name: 'Send me answers by email' }))
  expect(await screen.findByText('Answers also come by email.')).toBeTruthy()
  await keys.click(screen.getByRole('button', { name: 'Stop sending answers by email' }))
  expect(await screen.findByText('Answers do not come by email.')).toBeTruthy()
  stop()
})
