import { is } from 'valibot'
import { errorsOf, unknownCall } from '../../../contract/core/common-errors.ts'
import { allCalls } from '../worlds/contract.ts'
import type { TestAnswer } from './request.ts'

const declared = allCalls.map((call) => ({
  method: call.method,
  path: new RegExp(`^/api${call.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  errors: errorsOf(call),
}))

/** Fails the test for an error that the contract does not declare for the call. */
export function requireDeclared(
  method: string,
  url: string,
  { status, code, params, text }: TestAnswer,
): void {
  if (status < 400) return
  const [path = ''] = url.split('?')
  const call = declared.find((known) => known.method === method && known.path.test(path))
  const errors = call?.errors ?? [unknownCall]
  const error = errors.find((known) => known.code === code && known.status === status)
  if (error === undefined || !is(error.params, params)) {
    throw new Error(`${method} ${path} declares no such error: ${status} ${text}`)
  }
}
