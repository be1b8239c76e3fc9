import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Answer, OpenApiDocument } from '../../server/openapi/document.ts'
import type { FuzzedRequest } from './requests.ts'

/** @returns what is wrong with an answer, by the document; undefined for nothing */
export function createJudge({ components }: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false })
  const validators = new Map<unknown, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const known = validators.get(schema) ?? ajv.compile({ ...schema, components })
    validators.set(schema, known)
    return known
  }
  return async ({ call }: FuzzedRequest, answer: Response): Promise<string | undefined> => {
    const text = await answer.text()
    const documented: Answer | undefined = call.responses[String(answer.status)]
    if (answer.status >= 500) return `a failure: ${answer.status} ${text}`
    if (documented === undefined) return `an undocumented status: ${answer.status} ${text}`
    const mediaType = answer.headers.get('content-type')?.split(';')[0] ?? ''
    const content = documented.content?.[mediaType]
    if (content === undefined) return `an undocumented media type: ${answer.status} ${mediaType}`
    if (mediaType !== 'application/json') return undefined
    const validate = validatorOf(content.schema)
    if (validate(JSON.parse(text))) return undefined
    return `another body than documented: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`
  }
}
