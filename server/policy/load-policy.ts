import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { parse } from 'yaml'
import { type Policy, policy } from '../../contract/endpoints/policy.ts'
import { StartError, wordsOfCause } from '../core/start-error.ts'

/**
 * Reads the content file once, at start.
 * @throws StartError if it is missing or would show an empty page
 */
export function loadPolicy(path: string): Policy {
  try {
    return v.parse(policy, parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    throw new StartError(`Cannot read the privacy policy ${path}: ${wordsOfCause(cause)}`)
  }
}
