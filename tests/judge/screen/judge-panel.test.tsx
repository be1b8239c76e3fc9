import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { examplesOf } from '../../../contract/core/examples.ts'
import { showJudgeEndpoint } from '../../../contract/judge/judge-settings.ts'
import { JudgePanel } from '../../../src/islands/judge/JudgePanel.tsx'
import { leaveScreen } from '../../support/browser/leave-screen.ts'
import { saidNotices } from '../../support/browser/screen-state.ts'
import { refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const settings = 'GET /api/admin/organizations/7/judge'
const example = Object(examplesOf(showJudgeEndpoint).output)

afterEach(leaveScreen)

test('a failure to load is shown in place of the choices, and settings that are refused stay', async () => {
  server.answer({
    [settings]: refusal('Not now', { status: 500 }),
    'GET /api/admin/organizations/7/learning': refusal('Not now', { status: 500 }),
    'POST /api/admin/organizations/judge': refusal('Not now', { status: 500 }),
  })
  render(<JudgePanel organizationId="7" />)
  await screen.findByText('Failed to load what the judge does')
  expect(screen.queryByText(/What is shown is from/)).toBeNull()
  server.answer({ [settings]: { ...example, mode: 'mark' } })
  const [again] = screen.getAllByRole('button', { name: 'Try Again' })
  await userEvent.click(again ?? expect.fail('nothing to press'))
  const watch = await screen.findByRole<HTMLInputElement>('radio', {
    name: 'Watches without marking',
  })
  await userEvent.click(watch)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => saidNotices().join()).toMatch(/^problem: The judge's settings could not/)
  expect(watch.checked).toBe(true)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
