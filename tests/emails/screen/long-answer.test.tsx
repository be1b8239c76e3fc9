import { render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { Threats } from '../../../src/islands/emails/Threats.tsx'
import { counted, threat } from '../../support/worlds/employee-answers.ts'

test('of a long answer the first threats are drawn at once, and the others afterwards', () => {
  const { recent_phishing_emails: threats } = parse(employeeDashboardEndpoint.output, {
    ...counted,
    recent_phishing_emails: Array.from({ length: 80 }, (_, id) => threat({ id: String(id) })),
  })
  const list = <Threats threats={threats ?? []} scanned={80} hasAll={false} />
  // A server does not wait for what is deferred: this is the first frame.
  expect(renderToStaticMarkup(list).match(/<h4 /g)).toHaveLength(55)
  expect(render(list).container.querySelectorAll('h4')).toHaveLength(80)
})
