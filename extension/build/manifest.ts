import { locales } from '../../contract/core/locale.ts'
import { programs } from '../core/browser.ts'

/** The browsers that packages are built for. */
export const targets = ['chromium', 'firefox'] as const
export type Target = (typeof targets)[number]

export const iconSizes = [16, 32, 48, 128] as const

/** No code or style but the extension's own, and no question to anyone but its own server. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  'connect-src https: http://127.0.0.1:* http://localhost:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const background: Readonly<Record<Target, object>> = {
  chromium: { service_worker: 'background.js', type: 'module' },
  firefox: { scripts: ['background.js'], type: 'module' },
}

/** Versions with base64 of their own, and with permissions for hosts that are asked for later. */
const oldest: Readonly<Record<Target, object>> = {
  chromium: { minimum_chrome_version: '140', storage: { managed_schema: 'managed.json' } },
  firefox: {
    browser_specific_settings: {
      gecko: { id: 'extension@aman.example', strict_min_version: '140.0' },
    },
  },
}

/** An administrator's settings, in the JSON Schema that Chromium reads; Firefox needs none. */
export const managedSchema = {
  type: 'object',
  properties: {
    server: { type: 'string', description: 'As https://aman.firm.example' },
    key: { type: 'string', description: 'A gateway key that joins browsers' },
    locale: { type: 'string', enum: [...locales] },
    sites: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          origin: { type: 'string', description: 'As https://mail.firm.example' },
          program: { type: 'string', enum: [...programs] },
        },
        required: ['origin', 'program'],
      },
    },
  },
} as const

export function manifestOf(target: Target, version: string): object {
  const icons = Object.fromEntries(iconSizes.map((size) => [size, `icon-${size}.png`]))
  return {
    manifest_version: 3,
    name: '__MSG_name__',
    description: '__MSG_description__',
    default_locale: 'en',
    version,
    icons,
    action: { default_popup: 'popup.html', default_icon: icons, default_title: '__MSG_name__' },
    options_ui: { page: 'options.html', open_in_tab: true },
    background: background[target],
    permissions: ['activeTab', 'scripting', 'storage'],
    // Each site is asked for when its user switches it on; a webmail of the office may have no https.
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    content_security_policy: { extension_pages: policy },
    incognito: 'spanning',
    ...oldest[target],
  }
}
