import { apiDocument } from '../../../server/openapi/document.ts'
import type { DocumentedCall, Parameter } from '../../../server/openapi/documented-call.ts'

export interface DocumentedRequest {
  readonly call: DocumentedCall
  readonly method: string
  readonly path: string
  readonly contentType: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Requests as the document shows them: one with what is required, and one more with each other parameter. */
export function documentedRequests(): readonly DocumentedRequest[] {
  return Object.entries(apiDocument().paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([method, call]) => {
      const required = call.parameters.filter((parameter) => parameter.required)
      const others = call.parameters.filter((parameter) => !parameter.required)
      return [required, ...others.map((other) => [...required, other])].map((parameters) =>
        requestTo(template, method.toUpperCase(), call, parameters),
      )
    }),
  )
}

function requestTo(
  template: string,
  method: string,
  call: DocumentedCall,
  parameters: readonly Parameter[],
): DocumentedRequest {
  let path = `/api${template}`
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  for (const { name, in: place, example } of parameters) {
    const value = String(example)
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (place === 'query') query.set(name, value)
    else headers[name] = value
  }
  const [contentType, media] = Object.entries(call.requestBody?.content ?? {})[0] ?? []
  const { example } = media ?? {}
  return {
    ...{ call, method, contentType, headers },
    path: query.size === 0 ? path : `${path}?${query}`,
    body: typeof example === 'string' ? example : JSON.stringify(example),
  }
}
