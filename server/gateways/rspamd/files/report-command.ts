import type { Connection, ConnectionFile } from './connection.ts'

/** An own client needs one call. */
export function reportCommand({ origin, organizations }: Connection): ConnectionFile {
  const [organization] = organizations
  const scan = {
    recipient: `employee@${organization?.domains[0] ?? 'your-domain.example'}`,
    sender: 'billing@supplier.example',
    subject: 'Invoice 1042',
    threat_level: 'suspicious',
    detection_reason: 'Look-alike domain',
    indicators: ['Look-alike domain', 'Urgent wording'],
  }
  return {
    name: 'report-a-mail.sh',
    path: '',
    text: `curl --fail-with-body ${origin.origin}/api/scans \\
  --header 'Authorization: Bearer ${organization?.reportKey}' \\
  --header 'Content-Type: application/json' \\
  --header "Idempotency-Key: $(uuidgen)" \\
  --data '${JSON.stringify(scan)}'
`,
    note: 'One report of one mail. The recipient is a user of the organization; /api/openapi.json describes every field.',
  }
}
