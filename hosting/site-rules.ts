import { headerPolicy, type PageNeeds } from './content-security-policy.ts'
import {
  closedHeaders,
  commonHeaders,
  confirmedByPage,
  type HeaderRule,
  type Headers,
  immutable,
  linkHeader,
  revalidate,
  transportSecurity,
} from './headers.ts'

interface BuiltSite {
  /** By their path in the site: `login/index.html`. */
  readonly pages: ReadonlyMap<string, PageNeeds>
  readonly files: readonly string[]
  /** SVG files that contain styles. */
  readonly drawings: ReadonlyMap<string, PageNeeds>
  readonly apiOrigin: string | undefined
}

/** Pages whose layout (`AccountLayout.astro`) confirms them. */
const behindSignIn = /^(?:[\w-]+\/)?(?:app|dashboard)\//

/** Every address at which a host may serve a page. */
export function addressesOf(page: string): string[] {
  const file = `/${page}`
  const folder = file.replace(/index\.html$/, '')
  if (folder === file) return [file, file.replace(/\.html$/, '')]
  return [...new Set([file, folder, folder.replace(/(.)\/$/, '$1')])]
}

export function siteRules({ pages, files, drawings, apiOrigin }: BuiltSite): HeaderRule[] {
  const rules: HeaderRule[] = [
    { path: '/*', headers: { ...commonHeaders, ...transportSecurity } },
    { path: '/assets/*', headers: { ...closedHeaders, ...immutable } },
  ]
  for (const [page, needs] of pages) {
    const headers = {
      'Content-Security-Policy': headerPolicy(needs, apiOrigin),
      ...(behindSignIn.test(page) ? confirmedByPage : revalidate),
      ...linkTo(needs.modules),
    }
    rules.push(...addressesOf(page).map((path) => ({ path, headers })))
  }
  for (const file of files.filter((it) => !it.startsWith('assets/'))) {
    rules.push({
      path: `/${file}`,
      headers: { ...drawingPolicy(drawings.get(file)), ...revalidate },
    })
  }
  return rules
}

/**
 * Browsers request the modules when the headers of a page arrive, before its HTML. A CDN that sends
 * early hints (103) takes them from this header.
 */
function linkTo(modules: readonly string[]): Headers {
  if (modules.length === 0) return {}
  return { [linkHeader]: modules.map((url) => `<${url}>; rel=modulepreload`).join(', ') }
}

function drawingPolicy(needs: PageNeeds | undefined) {
  if (needs === undefined || needs.styles.length === 0) return closedHeaders
  const styles = `style-src ${needs.styles.join(' ')}`
  return { 'Content-Security-Policy': `default-src 'none'; ${styles}; frame-ancestors 'none'` }
}
