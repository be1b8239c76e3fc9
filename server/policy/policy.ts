// Purpose: the privacy policy.
// May import: core, http.
// Start reading: policy.ts.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { baseLocale } from '../../contract/core/locale.ts'
import { policy as loaded, type Policy, policyEndpoint } from '../../contract/policy/policy.ts'
import { contentIn, type Translations } from '../core/locale.ts'
import { StartError, wordsOfCause } from '../core/start-error.ts'
import { bindPublic } from '../http/bind.ts'
import type { Services } from '../http/services.ts'

/** GET /privacy-policy (R286, R351). */
export function policy(services: Services) {
  return bindPublic(services, policyEndpoint, (input) =>
    contentIn(services.policies, input?.locale ?? baseLocale),
  )
}

/**
 * Reads the content file and its translations once, at start. A translation has the same name, in a
 * folder beside the file that is named after its language, for instance `ar/`.
 * @throws StartError if one is missing or would show an empty page
 */
export function loadPolicies(path: string): Translations<Policy> {
  const english = loadPolicy(path)
  const translations = readdirSync(dirname(path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, join(dirname(path), name, basename(path))] as const)
    .filter(([, file]) => existsSync(file))
    .map(([locale, file]) => [locale, loadPolicy(file)] as const)
  return { ...Object.fromEntries(translations), [baseLocale]: english }
}

function loadPolicy(path: string): Policy {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    // A release holds its own as JSON, which is read faster.
    return v.parse(loaded, text.startsWith('{') ? JSON.parse(text) : parse(text))
  } catch (cause) {
    throw new StartError(`Cannot read the privacy policy ${path}: ${wordsOfCause(cause)}`)
  }
}
