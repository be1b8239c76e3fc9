import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { OpenApiDocument } from '../../../server/openapi/document.ts'
import type { DocumentedCall } from '../../../server/openapi/documented-call.ts'

/** @returns what is wrong with an answer, by the document; undefined for nothing */
export function createJudge({ components }: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  // Once, and not within the schema of each answer: to read them takes longer than to judge by them.
  ajv.addSchema({ components }, 'document')
  const validators = new Map<unknown, ValidateFunction>()
  return async (call: DocumentedCall, answer: Response): Promise<string | undefined> => {
    const { status, headers } = answer
    const text = await answer.text()
    const documented = call.responses[String(status)]
    if (status >= 500) return `a failure: ${status} ${text}`
    if (documented === undefined) return `an undocumented status: ${status} ${text}`
    const mediaType = headers.get('content-type')?.split(';')[0] ?? ''
    // A redirect has no body.
    if (documented.content === undefined && text === '') return undefined
    const content = documented.content?.[mediaType]
    if (content === undefined) return `an undocumented media type: ${status} ${mediaType}`
    if (mediaType !== 'application/json') return undefined
    const schema: object = content.schema
    const validate = validators.get(schema) ?? ajv.compile(ofDocument(schema))
    validators.set(schema, validate)
    if (validate(JSON.parse(text))) return undefined
    return `another body than documented: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`
  }
}

function ofDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'))
}
