import { createHash } from 'node:crypto'
import { expiresMarker, securityTxtExpires } from './security-txt.ts'
import { markers, type SiteSettings, usualSettings } from './setting-markers.ts'

/** Fills in one text file of the site. The file of headers comes after the pages whose scripts it allows. */
export type FillMarkers = (text: string) => string

/** Where a page says what its scripts need; without the attribute they take the default. */
const attributes = [
  ['apiUrl', 'data-api-url'],
  ['salesEmail', 'data-sales-email'],
  ['supportEmail', 'data-support-email'],
] as const

const inlineScript = /<script(?:\s[^>]*)?>([\s\S]*?)<\/script>/g

const apiOriginMarker = new URL(markers.PUBLIC_API_URL).origin
const allMarkers = [...Object.values(markers), apiOriginMarker, expiresMarker]

/** Whether the settings touch a file of the site. */
export function hasMarkers(text: string | Buffer): boolean {
  return allMarkers.some((marker) => text.includes(marker))
}

/**
 * Fills in the pages of one site. A policy allows inline scripts by their hashes, so it follows the
 * scripts that change.
 */
export function createFill(settings: SiteSettings, now: Date): FillMarkers {
  const meanings = [...meaningsOf(settings), [expiresMarker, securityTxtExpires(now)] as const]
  const tag = `<html${attributesFor(settings)}`
  const hashes = new Map<string, string>()
  const replaceMarkers = (text: string) =>
    meanings.reduce((filled, [marker, meaning]) => filled.replaceAll(marker, () => meaning), text)
  return (text) => {
    if (!hasMarkers(text)) return text
    for (const [, script = ''] of text.matchAll(inlineScript)) {
      if (hasMarkers(script)) hashes.set(hashOf(script), hashOf(replaceMarkers(script)))
    }
    let filled = replaceMarkers(text).replace(/<html(?=[\s>])/, () => tag)
    for (const [before, after] of hashes) filled = filled.replaceAll(before, () => after)
    return filled
  }
}

/** The meaning of each marker, and of each form of one. A longer one comes before its beginning. */
function meaningsOf(settings: SiteSettings): (readonly [marker: string, meaning: string])[] {
  const { siteUrl, apiUrl, salesEmail, supportEmail } = settings
  const apiOrigin = apiUrl.startsWith('/') ? '' : ` ${new URL(apiUrl).origin}`
  return [
    [markers.SITE_URL, siteUrl],
    [markers.PUBLIC_API_URL, apiUrl],
    // As a source in a policy, after a space.
    [` ${apiOriginMarker}`, apiOrigin],
    [markers.PUBLIC_SALES_EMAIL, salesEmail],
    [markers.PUBLIC_SUPPORT_EMAIL, supportEmail],
  ]
}

/** The settings have no characters that mean something in HTML or a script (decision 0111). */
function attributesFor(settings: SiteSettings): string {
  return attributes
    .filter(([name]) => settings[name] !== usualSettings[name])
    .map(([name, attribute]) => ` ${attribute}="${settings[name]}"`)
    .join('')
}

function hashOf(script: string): string {
  return createHash('sha256').update(script).digest('base64')
}
