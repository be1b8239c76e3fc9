import { expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { parseInput } from '../../../server/http/parse-input.ts'

/** The input as it is read; the words of the refusal where it is refused. */
function read({ input }: Endpoint, given: unknown): unknown {
  try {
    return parseInput(input, given)
  } catch (error) {
    return error instanceof Error ? error.message : 'something else'
  }
}

/** One test for each input that a call may be given: what the server reads of it, or how it refuses. */
export function testInputs(
  endpoint: Endpoint,
  cases: readonly (readonly [given: unknown, read: unknown])[],
): void {
  test.each(cases)('%j', (given, expected) => {
    expect(read(endpoint, given)).toEqual(expected)
  })
}

export const letters = (count: number) => 'a'.repeat(count)
