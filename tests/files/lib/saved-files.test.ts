import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showTeamReportEndpoint } from '../../../contract/team/show-team-report.ts'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { downloadFlagResults, flagImport } from '../../../src/lib/flags/flag-import.ts'
import { exportFlags } from '../../../src/lib/flags/flag-tools.ts'
import { saveReport } from '../../../src/lib/team/team-report.ts'
import { catchFiles } from '../../support/browser/saved-files.ts'
import { saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
let saved: ReturnType<typeof catchFiles>

beforeEach(() => {
  saved = catchFiles()
})

afterEach(() => {
  forgetSession()
  forgetUser()
})

test('flags are saved as a file, and that is said', async () => {
  const created_at = '2026-01-02T03:04:05.000Z'
  exportFlags([{ id: 1, flag_type: 'red', value: 'spam.example', reason: null, created_at }])
  expect(await saved()).toEqual({ 'aman-flags.csv': expect.stringContaining('red,spam.example') })
  expect(saidNotices()).toEqual(['success: The flags were saved as a file.'])
})

test('the results of an import say what was written only after it was', async () => {
  server.answer({ 'GET /api/flags/list': { flags: [] } })
  server.answer({ 'POST /api/flags/set': { rows: [{ line: 2, outcome: 'new' }] } })
  await flagImport.readText('value\nspam.example\nother.example')
  downloadFlagResults()
  const { 'aman-flag-results.csv': before } = await saved()
  await flagImport.run()
  downloadFlagResults()
  const { 'aman-flag-results.csv': after } = await saved()
  expect(before).toContain('2,red,spam.example,New')
  expect(after).toContain('2,red,spam.example,Created')
  expect(after).toContain('3,red,other.example,Not yet imported')
  expect(before).toContain('3,red,other.example,New')
})

test('a report of the team is saved under its period, and that is said', async () => {
  const made = { from: '2026-02-01', to: '2026-02-28', organization: 'Clinic' }
  const report = { ...v.parse(showTeamReportEndpoint.output, made), department: '' }
  const query = { period: '', from: '', to: '', department: '' }
  saveReport(report, { ...query, level: 'malicious' })
  const { 'aman-team-report-2026-02-01-2026-02-28.csv': text } = await saved()
  expect(text).toContain('Email security report,Clinic')
  expect(text).not.toContain('Suspicious')
  expect(saidNotices()).toEqual(['success: The report was saved.'])
})
