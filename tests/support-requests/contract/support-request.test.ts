import { describe } from 'vitest'
import { supportRequestEndpoint } from '../../../contract/support-requests/support-request.ts'
import { letters, testInputs } from '../../support/server/inputs.ts'

const support = {
  request_type: 'technical_issue',
  priority: 'urgent',
  subject: ' Help ',
  description: ' Now ',
}

describe('input for a support request', { tags: ['R376'] }, () => {
  testInputs(supportRequestEndpoint, [
    [support, { ...support, subject: 'Help', description: 'Now', team_member_affected: null }],
    [
      { ...support, subject: letters(200), team_member_affected: ` ${letters(120)} ` },
      {
        ...support,
        subject: letters(200),
        description: 'Now',
        team_member_affected: letters(120),
      },
    ],
    [{ ...support, subject: letters(201) }, 'subject: must not be longer than 200'],
    [{ ...support, subject: ' ' }, 'subject: must not be empty'],
    [
      { ...support, team_member_affected: letters(121) },
      'team_member_affected: must not be longer than 120',
    ],
    [{ ...support, priority: 'huge' }, 'priority: must be one of low, medium, high, urgent'],
    [
      { ...support, request_type: 'x' },
      'request_type: must be one of team_assistance, high_risk_user, false_positive, technical_issue, general_support',
    ],
    [{ ...support, from: 'x' }, 'from: is not a known field'],
  ])
})
