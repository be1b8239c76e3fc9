// @ts-check
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { figureScripts } from './build/figures/plugin.ts'
import { findFirstCode } from './build/islands/first-code.ts'
import { modulePreloads, ownPreloads } from './build/islands/integration.ts'
import { localizedRoutes, typedWords } from './build/locales/integration.ts'
import { checkMailboxes } from './build/mailboxes/check-mailboxes.ts'
import { contentPreview } from './build/preview/integration.ts'
import { shortClassNames } from './build/smaller-pages/class-names.ts'
import { smallerPages } from './build/smaller-pages/integration.ts'
import { withoutDescriptions } from './build/smaller-pages/without-descriptions.ts'
import { withoutEntityTable } from './build/smaller-pages/without-entity-table.ts'
import { withoutUnusedReact } from './build/smaller-pages/without-unused-react.ts'
import { hardening } from './hosting/integration.ts'
import { createOwnScripts } from './hosting/own-scripts.ts'
import { isForRelease, readFromPage } from './hosting/setting-markers.ts'
import { linkCheck } from './src/content/link-check.ts'
import { showContentErrors } from './src/content/show-errors.ts'

/**
 * React as one file, what shows words, which the judge of the front page needs alone, as another, what the
 * forms of that page, which have no React, and the dashboards share as a third, what shows senders, which
 * not every screen needs at first, as a fourth, what reads mail as a fifth, and what every dashboard and
 * the sign-in form need as a sixth; each screen is a chunk by itself, with one for what it shares with parts
 * that load later. In many small ones, the form needs more files than the six that a browser asks for at
 * once over HTTP/1.1, and its first touch waits for a second round trip.
 */
const firstCode = findFirstCode(import.meta.dirname)

const codeSplitting = {
  groups: [
    {
      name: 'react',
      test: /node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\//,
      priority: 3,
    },
    {
      name: 'words',
      test: /node_modules\/(?:nanostores|@nanostores\/i18n)\/|src\/(?:ui\/(?:level-icons|preload-code)|lib\/core\/i18n\/(?:i18n|params))\.|contract\/core\/visible-text\./,
      priority: 2.5,
    },
    {
      name: 'forms',
      test: /src\/(?:ui\/(?:form-fields|keep-focus-|notice-|show-notices)|lib\/core\/(?:format\/(?:contact|mail-link)|i18n\/format|words\/mail-link|ui-state\/form|api\/error(?:s|-details))\.)|contract\/core\/product\./,
      priority: 2,
    },
    {
      name: 'senders',
      test: /contract\/core\/(?:punycode|shown-sender)\./,
      priority: 2,
    },
    { name: 'mail', test: /judge\/(?:read\/(?:domain|read-mail)|rules\/kept-for)\./, priority: 2 },
    // A group takes in what its modules import, unless that belongs to one of higher priority.
    { name: firstCode.ofDashboards, minShareCount: 2, priority: 1 },
    { name: firstCode.ofScreens, minShareCount: 2, priority: 0 },
  ],
}

/** Where `npm run dev` has started the server. */
const devServer = `http://127.0.0.1:${process.env.DEV_SERVER_PORT || 4322}`

const ownScripts = createOwnScripts(import.meta.dirname)

checkMailboxes(process.env)

export default defineConfig({
  output: 'static',
  site: process.env.SITE_URL || 'https://aman.example',
  // The last one sees the pages as they will be served.
  integrations: [
    react(),
    typedWords(),
    localizedRoutes(),
    showContentErrors(),
    contentPreview(),
    linkCheck(),
    modulePreloads(),
    smallerPages(ownScripts),
    hardening(ownScripts),
  ],
  trailingSlash: 'ignore',
  build: {
    // One folder per route, so that every path opens with and without a trailing slash on any host.
    format: 'directory',
    // smallerPages() inlines what the first view needs; Astro knows only all styles or none.
    inlineStylesheets: 'never',
    assets: 'assets',
  },
  server: { host: '127.0.0.1', port: 4321 },
  devToolbar: { enabled: false },
  vite: {
    plugins: [
      withoutDescriptions(import.meta.dirname),
      withoutEntityTable(import.meta.dirname),
      withoutUnusedReact(),
      figureScripts(),
      ownPreloads(import.meta.dirname),
    ],
    css: { modules: { generateScopedName: shortClassNames(import.meta.dirname) } },
    // The scripts of first figures stand in the page, however long they are.
    build: { assetsInlineLimit: (file) => (file.includes('FirstFigures') ? true : undefined) },
    environments: {
      client: {
        build: { rolldownOptions: { output: { codeSplitting } } },
        define: isForRelease(process.env) ? readFromPage : {},
      },
    },
    server: { proxy: { '/api': devServer, '/config.json': devServer } },
  },
})
