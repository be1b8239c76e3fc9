import { describe } from 'vitest'
import { reportScansEndpoint } from '../../../contract/emails/report-scans.ts'
import { letters, testInputs } from '../../support/server/inputs.ts'

const scan = { recipient: 'A@b.example', sender: 'c@d.example', threat_level: 'safe' }
const readScan = {
  recipient: 'a@b.example',
  sender: 'c@d.example',
  threat_level: 'safe',
  subject: '',
  detection_reason: '',
  indicators: [],
}

describe('input for reported mail', { tags: ['R376'] }, () => {
  testInputs(reportScansEndpoint, [
    [scan, readScan],
    [{ scans: [scan] }, { scans: [readScan] }],
    [{ scans: [] }, 'scans: must not be empty'],
    [{ scans: Array(101).fill(scan) }, 'scans: must not be longer than 100'],
    [{ scans: 'x' }, 'scans: must be a list'],
    [{ scans: [scan, { ...scan, recipient: 'x' }] }, 'scans[1].recipient: is not an email address'],
    [{ ...scan, threat_level: 'odd' }, 'threat_level: must be one of safe, suspicious, malicious'],
    [{ ...scan, subject: letters(1001) }, 'subject: must not be longer than 1000'],
    [
      { ...scan, detection_reason: letters(1001) },
      'detection_reason: must not be longer than 1000',
    ],
    [{ ...scan, indicators: [''] }, 'indicators[0]: must not be empty'],
    [{ ...scan, indicators: [letters(201)] }, 'indicators[0]: must not be longer than 200'],
    [{ ...scan, indicators: Array(51).fill('a') }, 'indicators: must not be longer than 50'],
    [{ ...scan, received_at: 'yesterday' }, 'received_at: is not an ISO 8601 time'],
    [{ ...scan, received_at: '2025-02-30' }, 'received_at: is not an ISO 8601 time'],
    [
      { ...scan, received_at: '2026-03-01' },
      { ...readScan, received_at: '2026-03-01' },
    ],
    [{ ...scan, id: 1 }, 'id: is not a known field'],
    // The keys decide which of the two shapes was meant, whatever is wrong with their values.
    [{ scans: [{}, {}] }, 'scans[0].recipient: is missing'],
    [{ scans: Array(5).fill({ ...scan, odd: 1 }) }, 'scans[0].odd: is not a known field'],
    [
      { recipient: 'x', sender: 'y', threat_level: 'odd', subject: 7 },
      'recipient: is not an email address',
    ],
  ])
})
