import * as v from 'valibot'
import { givenOrganization, object, part, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { connectionProviders } from './connection.ts'

export const showConnectionEndpoint = defineEndpoint(
  'GET /admin/organizations/:organization_id/connection/:provider',
  {
    summary: 'The files that connect the mail system of an organization',
    description: 'With the address of this server, and with placeholders in the place of the keys.',
    access: 'manage:organizations',
    input: v.strictObject({
      organization_id: field(givenOrganization, 'The organization to connect.'),
      provider: field(v.picklist(connectionProviders), 'What runs its mail.', 'own-client'),
    }),
    output: object({
      placeholders: part('What stands in the files where a key belongs.', {
        report: field(text, 'Stands for a key that reports.', 'THE-REPORT-KEY'),
        flags: field(text, 'Stands for a key that reads flags.', 'THE-FLAGS-KEY'),
        analyse: field(text, 'Stands for a key that asks the judge.', 'THE-ANALYSE-KEY'),
      }),
      files: field(
        v.array(
          object({
            name: field(text, 'The name to save it under.', 'report-a-mail.sh'),
            path: field(
              text,
              'Where the mail system reads it; empty where it belongs nowhere in particular.',
              '/usr/local/bin/report-a-mail',
            ),
            text: field(
              text,
              'What it contains.',
              "curl https://aman.clinic.example/api/scans --header 'Authorization: Bearer THE-REPORT-KEY'",
            ),
            note: field(text, 'What to do with it, in English.', 'One report of one mail.'),
          }),
        ),
        'The files, in the order in which they are installed.',
      ),
    }),
    errors: [unknownOrganization],
  },
)
