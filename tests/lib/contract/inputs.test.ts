import { describe, expect, test } from 'vitest'
import { parseInput } from '../../../server/http/parse-input.ts'
import { adminOrganizationsSaveEndpoint } from '../../../src/lib/contract/admin-organizations-save.ts'
import { adminReceiptEndpoint } from '../../../src/lib/contract/admin-receipt.ts'
import { adminUsersEndpoint } from '../../../src/lib/contract/admin-users.ts'
import { adminUsersSaveEndpoint } from '../../../src/lib/contract/admin-users-save.ts'
import type { Endpoint } from '../../../src/lib/contract/endpoint.ts'
import { flagsAddEndpoint } from '../../../src/lib/contract/flags-add.ts'
import { flagsRemoveEndpoint } from '../../../src/lib/contract/flags-remove.ts'
import { loginEndpoint } from '../../../src/lib/contract/login.ts'
import { meEndpoint } from '../../../src/lib/contract/me.ts'
import { scansEndpoint } from '../../../src/lib/contract/scans.ts'
import { supportRequestEndpoint } from '../../../src/lib/contract/support-request.ts'

/** What is read of an input; the words of the refusal where it is refused. */
function read({ input }: Endpoint, given: unknown): unknown {
  try {
    return parseInput(input, given)
  } catch (error) {
    return error instanceof Error ? error.message : 'something else'
  }
}

const letters = (count: number) => 'a'.repeat(count)
const domain = '@b.example'

const login = { username: ' rania ', password: ' a b ' }
const flag = { flag_type: 'red', value: 'bad.example' }
const support = {
  request_type: 'technical_issue',
  priority: 'urgent',
  subject: ' Help ',
  description: ' Now ',
}
const user = {
  username: ' rania ',
  email: ' Rania@Firm.example ',
  full_name: ' Rania ',
  role: 'team_lead',
  organization_id: 7,
  password: '  12 letters ',
}
const readUser = {
  ...user,
  username: 'rania',
  email: 'rania@firm.example',
  full_name: 'Rania',
  organization_id: '7',
  department: '',
  phone: '',
}
const organization = {
  name: ' Clinic ',
  industry: 'health_tech',
  contact_email: 'Office@Clinic.example',
}
const readOrganization = {
  name: 'Clinic',
  industry: 'health_tech',
  contact_email: 'office@clinic.example',
  phone: '',
  address: '',
  website: '',
  employee_count: 0,
}
const receipt = { organization_id: 'x', year: '2024', month: '12' }
const scan = { recipient: 'A@b.example', sender: 'c@d.example', threat_level: 'safe' }
const readScan = {
  recipient: 'a@b.example',
  sender: 'c@d.example',
  threat_level: 'safe',
  subject: '',
  detection_reason: '',
  indicators: [],
}

describe.each<[string, Endpoint, [given: unknown, read: unknown][]]>([
  [
    'signing in',
    loginEndpoint,
    [
      [login, { username: 'rania', password: ' a b ' }],
      [{ ...login, username: ' ' }, 'username: must not be empty'],
      [
        { ...login, username: letters(254) },
        { username: letters(254), password: ' a b ' },
      ],
      [{ ...login, username: letters(255) }, 'username: must not be longer than 254'],
      [{ ...login, username: 'a\0' }, 'username: holds a character that cannot be kept'],
      [{ ...login, username: '\ud800' }, 'username: holds a character that cannot be kept'],
      [{ ...login, password: '' }, 'password: must not be empty'],
      [
        { ...login, password: letters(128) },
        { username: 'rania', password: letters(128) },
      ],
      [{ ...login, password: letters(129) }, 'password: must not be longer than 128'],
      [{ ...login, password: ['a'] }, 'password: must be a text'],
      [{ username: 'rania' }, 'password: is missing'],
      [{ ...login, role: 'super_admin' }, 'role: is not a known field'],
      [[], 'username: is missing'],
      ['rania', 'The body must be an object'],
      [null, 'The body must be an object'],
    ],
  ],
  [
    'adding a flag',
    flagsAddEndpoint,
    [
      [
        { ...flag, value: ' Bad.EXAMPLE ' },
        { ...flag, reason: null },
      ],
      [
        { ...flag, reason: ' odd ' },
        { ...flag, reason: 'odd' },
      ],
      [
        { ...flag, reason: null },
        { ...flag, reason: null },
      ],
      [
        { ...flag, reason: letters(500) },
        { ...flag, reason: letters(500) },
      ],
      [{ ...flag, reason: letters(501) }, 'reason: must not be longer than 500'],
      [{ ...flag, flag_type: 'blue' }, 'flag_type: must be one of green, red'],
      [
        { ...flag, value: 'x@y.example' },
        { ...flag, value: 'x@y.example', reason: null },
      ],
      [
        { ...flag, value: 'bücher.example' },
        { ...flag, value: 'bücher.example', reason: null },
      ],
      [
        { ...flag, value: 'a-b.c-d.example' },
        { ...flag, value: 'a-b.c-d.example', reason: null },
      ],
      ...[
        'example',
        'bad.e',
        '.example',
        '-a.example',
        'a-.example',
        'a..example',
        'a b.example',
        'a@b@c.example',
        '@c.example',
        'https://bad.example',
        'bad.example/path',
        '',
      ].map((value): [unknown, unknown] => [
        { ...flag, value },
        'value: is neither an email address nor a domain',
      ]),
      [
        { ...flag, value: `${letters(246)}.example` },
        { ...flag, value: `${letters(246)}.example`, reason: null },
      ],
      [{ ...flag, value: `${letters(247)}.example` }, 'value: must not be longer than 254'],
      [{ ...flag, blocked_count: 9 }, 'blocked_count: is not a known field'],
    ],
  ],
  [
    'removing a flag',
    flagsRemoveEndpoint,
    [
      [{ id: 'x' }, { id: 'x' }],
      [{ id: 5 }, { id: '5' }],
      [{ id: letters(120) }, { id: letters(120) }],
      [{ id: letters(121) }, 'id: must not be longer than 120'],
      [{ id: 'a\0' }, 'id: holds a character that cannot be kept'],
      [{ id: 1.5 }, 'id: is not valid'],
      [{ id: true }, 'id: is not valid'],
      [{}, 'id: is missing'],
    ],
  ],
  [
    'asking for support',
    supportRequestEndpoint,
    [
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
      [{ ...support, description: ' ' }, 'description: must not be empty'],
      [{ ...support, description: letters(5001) }, 'description: must not be longer than 5000'],
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
    ],
  ],
  [
    'saving somebody',
    adminUsersSaveEndpoint,
    [
      [user, readUser],
      [
        { ...user, department: ' IT ', phone: ' 1 ', is_active: false },
        { ...readUser, department: 'IT', phone: '1', is_active: false },
      ],
      [
        { ...user, id: 3 },
        { ...readUser, id: '3' },
      ],
      [
        { ...user, id: 3, password: '' },
        { ...readUser, id: '3', password: '' },
      ],
      [{ ...user, password: '' }, 'password: must have at least 12'],
      [{ ...user, password: letters(11) }, 'password: must have at least 12'],
      [
        { ...user, password: letters(12) },
        { ...readUser, password: letters(12) },
      ],
      [
        { ...user, password: letters(128) },
        { ...readUser, password: letters(128) },
      ],
      [{ ...user, password: letters(129) }, 'password: must not be longer than 128'],
      [{ ...user, id: 3, password: 'short' }, 'password: must have at least 12'],
      [{ ...user, username: ' ' }, 'username: must not be empty'],
      [{ ...user, full_name: letters(121) }, 'full_name: must not be longer than 120'],
      [{ ...user, department: letters(121) }, 'department: must not be longer than 120'],
      [{ ...user, phone: letters(41) }, 'phone: must not be longer than 40'],
      [{ ...user, role: 'owner' }, 'role: must be one of employee, team_lead, super_admin'],
      [{ ...user, is_active: 'yes' }, 'is_active: must be true or false'],
      [{ ...user, risk_score: 0 }, 'risk_score: is not a known field'],
      [{ ...user, email: 'rania' }, 'email: is not an email address'],
      [{ ...user, email: 'a b@c' }, 'email: is not an email address'],
      [{ ...user, email: 'a@b@c' }, 'email: is not an email address'],
      [
        { ...user, email: `${letters(244)}${domain}` },
        { ...readUser, email: `${letters(244)}${domain}` },
      ],
      [{ ...user, email: `${letters(245)}${domain}` }, 'email: must not be longer than 254'],
    ],
  ],
  [
    'saving an organization',
    adminOrganizationsSaveEndpoint,
    [
      [organization, readOrganization],
      ...(
        [
          [7, 7],
          ['7', 7],
          ['7.9', 7],
          [-3, 0],
          ['many', 0],
          ['', 0],
          [null, 0],
          [10_000_000, 10_000_000],
        ] as const
      ).map(([employee_count, count]): [unknown, unknown] => [
        { ...organization, employee_count },
        { ...readOrganization, employee_count: count },
      ]),
      [{ ...organization, employee_count: 10_000_001 }, 'employee_count: must be at most 10000000'],
      [{ ...organization, employee_count: [] }, 'employee_count: is not valid'],
      [{ ...organization, name: ' ' }, 'name: must not be empty'],
      [{ ...organization, name: letters(121) }, 'name: must not be longer than 120'],
      [
        { ...organization, industry: 'mining' },
        'industry: must be one of finance, health_tech, insurance, other',
      ],
      [
        { ...organization, phone: ' 1 ', address: ' 2 ', website: ' 3 ' },
        { ...readOrganization, phone: '1', address: '2', website: '3' },
      ],
      [{ ...organization, phone: letters(41) }, 'phone: must not be longer than 40'],
      [{ ...organization, address: letters(301) }, 'address: must not be longer than 300'],
      [{ ...organization, website: letters(301) }, 'website: must not be longer than 300'],
      [{ ...organization, total_cost: 0 }, 'total_cost: is not a known field'],
    ],
  ],
  [
    'a receipt',
    adminReceiptEndpoint,
    [
      [receipt, { organization_id: 'x', year: 2024, month: 12 }],
      [
        { ...receipt, year: 2025, month: 1 },
        { organization_id: 'x', year: 2025, month: 1 },
      ],
      [{ ...receipt, year: 2023 }, 'year: must be one of 2024, 2025'],
      [{ ...receipt, month: 13 }, 'month: must be one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12'],
      ...['01', '0', '', '1.5', '1e1', ' 1', '20250'].map((month): [unknown, unknown] => [
        { ...receipt, month },
        'month: is not a whole number',
      ]),
    ],
  ],
  [
    'a page of a list',
    adminUsersEndpoint,
    [
      [undefined, undefined],
      [{}, {}],
      [
        { limit: '500', q: ' nour ', cursor: 'x' },
        { limit: 500, q: 'nour', cursor: 'x' },
      ],
      [{ limit: 1 }, { limit: 1 }],
      [{ limit: '0' }, 'limit: must be at least 1'],
      [{ limit: '501' }, 'limit: must be at most 500'],
      [{ limit: 1.5 }, 'limit: must be a whole number'],
      [{ limit: 'x' }, 'limit: is not a whole number'],
      [{ limit: '1x' }, 'limit: is not a whole number'],
      [{ limit: 'x1' }, 'limit: is not a whole number'],
      [{ limit: '1234567' }, 'limit: is not a whole number'],
      [{ cursor: letters(121) }, 'cursor: must not be longer than 120'],
      [{ q: letters(121) }, 'q: must not be longer than 120'],
      [{ sort: 'x' }, 'sort: is not a known field'],
    ],
  ],
  [
    'reported mail',
    scansEndpoint,
    [
      [scan, readScan],
      [{ scans: [scan] }, { scans: [readScan] }],
      [{ scans: [] }, 'scans: must not be empty'],
      [{ scans: Array(101).fill(scan) }, 'scans: must not be longer than 100'],
      [{ scans: 'x' }, 'scans: must be a list'],
      [
        { scans: [scan, { ...scan, recipient: 'x' }] },
        'scans[1].recipient: is not an email address',
      ],
      [
        { ...scan, threat_level: 'odd' },
        'threat_level: must be one of safe, suspicious, malicious',
      ],
      [{ ...scan, subject: letters(1001) }, 'subject: must not be longer than 1000'],
      [
        { ...scan, detection_reason: letters(1001) },
        'detection_reason: must not be longer than 1000',
      ],
      [{ ...scan, indicators: [''] }, 'indicators[0]: must not be empty'],
      [{ ...scan, indicators: [letters(201)] }, 'indicators[0]: must not be longer than 200'],
      [{ ...scan, indicators: Array(51).fill('a') }, 'indicators: must not be longer than 50'],
      [{ ...scan, received_at: 'yesterday' }, 'received_at: is not an ISO 8601 time'],
      [
        { ...scan, received_at: '2026-03-01' },
        { ...readScan, received_at: '2026-03-01' },
      ],
      [{ ...scan, id: 1 }, 'id: is not a known field'],
    ],
  ],
  [
    'a call that sends nothing',
    meEndpoint,
    [
      [undefined, undefined],
      [{}, undefined],
      [{ id: 1 }, 'The body must be empty'],
      ['', 'The body must be empty'],
    ],
  ],
])('R376 what %s may be given', (_, endpoint, cases) => {
  test.each(cases)('%j', (given, expected) => {
    expect(read(endpoint, given)).toEqual(expected)
  })
})
