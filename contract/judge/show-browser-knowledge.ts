import { object, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { showJudgeKnowledgeEndpoint } from './show-judge-knowledge.ts'

export const showBrowserKnowledgeEndpoint = defineEndpoint('GET /judge-knowledge', {
  summary: "The organization's knowledge for a judge in a browser that its policy has joined",
  description:
    'As `GET /account/judge-knowledge`, for a key with the scope `join`. The key stands in a policy that users of the computer can read, so it makes no other call.',
  access: 'joined-browser',
  isForExtensions: true,
  unchanged: 'The caller has this knowledge',
  output: object({
    organization_name: field(text, 'The organization of the key.', 'Cedar Trading'),
    ...showJudgeKnowledgeEndpoint.output.entries,
  }),
  errors: [unknownOrganization],
})
