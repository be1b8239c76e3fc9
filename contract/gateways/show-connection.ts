import * as v from 'valibot'
import { givenId, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { connectionProviders } from './connection.ts'

/**
 * GET /admin/organizations/{organization_id}/connection/{provider}, an addition: the files that
 * connect a mail system, with placeholders for the keys, which no call can read.
 */
export const showConnectionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/organizations/:organization_id/connection/:provider',
  access: 'manage:organizations',
  input: v.strictObject({
    organization_id: givenId,
    provider: v.picklist(connectionProviders),
  }),
  output: object({
    placeholders: object({ report: text, flags: text, analyse: text }),
    files: v.array(object({ name: text, path: text, text, note: text })),
  }),
})

export const showConnectionCall = describeCall(showConnectionEndpoint, {
  summary: 'The files that connect the mail system of an organization',
  description: 'With the address of this server, and with placeholders in the place of the keys.',
  tag: 'Administration',
  fields: [
    {
      organization_id: 'The organization to connect.',
      provider: 'What runs its mail.',
      placeholders: 'What stands in the files where a key belongs.',
      report: 'Stands for a key that reports.',
      flags: 'Stands for a key that reads flags.',
      analyse: 'Stands for a key that asks the judge.',
      files: 'The files, in the order in which they are installed.',
      name: 'The name to save it under.',
      path: 'Where the mail system reads it; empty where it belongs nowhere in particular.',
      text: 'What it contains.',
      note: 'What to do with it, in English.',
    },
  ],
  examples: {
    input: {
      organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      provider: 'own-client',
    },
    output: {
      placeholders: {
        report: 'THE-REPORT-KEY',
        flags: 'THE-FLAGS-KEY',
        analyse: 'THE-ANALYSE-KEY',
      },
      files: [
        {
          name: 'report-a-mail.sh',
          path: '/usr/local/bin/report-a-mail',
          text: "curl https://aman.clinic.example/api/scans --header 'Authorization: Bearer THE-REPORT-KEY'",
          note: 'One report of one mail.',
        },
      ],
    },
  },
  errors: [unknownOrganization],
})
